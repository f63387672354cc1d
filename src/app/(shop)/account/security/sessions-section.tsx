'use client'
import { useState } from 'react'

import { sessionStore } from '@/components/account/session-store'
import type { SecurityView } from '@/modules/accounts/queries/get-security'
import { api } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { flashToast } from '@/ui/toast'
import { errorMessageOf } from '@/ui/use-form-submit'

import { LocalDate } from './local-date'
import { reloadWithToast } from './reload-with-toast'
import { SecuritySection } from './security-section'

/** Where somebody is signed in. We keep when it began, and nothing about the device. */
export function SessionsSection({
  sessions,
  timeZone,
}: Pick<SecurityView, 'sessions'> & { timeZone: string }) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const tried = async (work: () => Promise<void>): Promise<void> => {
    setTrouble(null)
    try {
      await work()
    } catch (error) {
      setTrouble(errorMessageOf(error))
    }
  }
  const endOne = (id: string) =>
    tried(async () => {
      await api('DELETE', `/api/account/sessions/${id}`)
      reloadWithToast('Signed out there')
    })
  const endAll = () =>
    tried(async () => {
      await api('DELETE', '/api/account/sessions')
      sessionStore.drop()
      flashToast({ title: 'Signed out everywhere' })
      location.assign('/auth')
    })
  return (
    <SecuritySection id="sessions" title="Where you are signed in" className="print:hidden">
      <ul className="grid">
        {sessions.map(({ id, startedAt, isThis }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 first:border-t"
          >
            <p>
              Since{' '}
              {startedAt ? (
                <LocalDate time={startedAt} timeZone={timeZone} withTime />
              ) : (
                'a while ago'
              )}
              {isThis ? (
                <b className="ml-3 rounded-cut bg-fern-soft px-2 py-0.5 text-small font-semibold">
                  This one
                </b>
              ) : null}
            </p>
            {isThis ? null : (
              <Button variant="line" size="sm" onClick={() => void endOne(id)}>
                Sign out there
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {trouble}
      </p>
      <Button variant="line" className="justify-self-start" onClick={() => void endAll()}>
        Sign out everywhere
      </Button>
    </SecuritySection>
  )
}
