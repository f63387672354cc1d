'use client'
import { useState } from 'react'
import { api } from '../../../client/api'
import { sessionStore } from '../../../client/session-store'
import type { SecurityView } from '../../../queries/get-security'
import { troubleOf } from '../../session/use-sending'
import { Button } from '../../ui/button'
import { flashToast } from '../../ui/toast'
import { showAnew } from './after'
import { DayOf } from './day-of'
import { Section } from './section'

/** Where somebody is signed in. We keep when it began, and nothing about the device. */
export const SessionsSection = ({ sessions, timeZone }: Pick<SecurityView, 'sessions'> & { timeZone: string }) => {
  const [trouble, setTrouble] = useState<string | null>(null)
  const tried = async (work: () => Promise<void>): Promise<void> => {
    setTrouble(null)
    try {
      await work()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  const endOne = (id: string) => tried(async () => {
    await api('DELETE', `/api/account/sessions/${id}`)
    showAnew('Signed out there')
  })
  const endAll = () => tried(async () => {
    await api('DELETE', '/api/account/sessions')
    sessionStore.drop()
    flashToast({ title: 'Signed out everywhere' })
    location.assign('/auth')
  })
  return (
    <Section id="sessions" title="Where you are signed in" className="print:hidden">
      <ul className="grid">
        {sessions.map(({ id, startedAt, isThis }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 first:border-t">
            <p>Since {startedAt ? <DayOf time={startedAt} timeZone={timeZone} withTime /> : 'a while ago'}{isThis ? <b className="ml-3 rounded-cut bg-fern-soft px-2 py-0.5 text-small font-semibold">This one</b> : null}</p>
            {isThis ? null : <Button variant="line" size="sm" onClick={() => void endOne(id)}>Sign out there</Button>}
          </li>
        ))}
      </ul>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">{trouble}</p>
      <Button variant="line" className="justify-self-start" onClick={() => void endAll()}>Sign out everywhere</Button>
    </Section>
  )
}
