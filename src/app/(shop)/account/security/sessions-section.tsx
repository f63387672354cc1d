'use client'
import { useSyncExternalStore } from 'react'

import { reloadWithToast } from '@/app/(shop)/account/reload-with-toast'
import { sessionStore } from '@/components/account/session-store'
import { useSubmit } from '@/components/form/use-submit'
import type { SecurityView } from '@/modules/accounts/queries/get-security'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { flashToast } from '@/ui/toast'

import { othersSignedOutStore } from './others-signed-out-store'
import { SecuritySection } from './security-section'

type Session = SecurityView['sessions'][number]

const SessionItem = ({
  session: { startedAt, device, isThis },
  timeZone,
  onEnd,
}: {
  session: Session
  timeZone: string
  onEnd: () => void
}) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 first:border-t">
    <p>
      {device ? `${device}, signed in` : 'Signed in'}{' '}
      {startedAt ? (
        <time dateTime={startedAt}>
          {new Date(startedAt).toLocaleString('en-US', {
            year: 'numeric',
            month: 'short',
            day: 'numeric',
            hour: 'numeric',
            minute: '2-digit',
            timeZone,
            timeZoneName: 'shortGeneric',
          })}
        </time>
      ) : (
        'a while ago'
      )}
      {isThis ? (
        <b className="ml-3 inline-block rounded-cut bg-fern-soft px-2 py-0.5 text-small font-semibold">
          This device
        </b>
      ) : null}
    </p>
    {isThis ? null : (
      <Button variant="line" size="sm" onClick={onEnd}>
        Sign out
      </Button>
    )}
  </li>
)

/** Where the customer is signed in. The device is stored for staff only; customers see when each session began. */
export function SessionsSection({
  sessions,
  timeZone,
}: Pick<SecurityView, 'sessions'> & { timeZone: string }) {
  const { message, submit } = useSubmit()
  const { subscribe, get } = othersSignedOutStore
  const isThisOnly = useSyncExternalStore(subscribe, get, () => false)
  const endOne = (id: string): void =>
    void submit(async () => {
      await api('DELETE', `/api/account/sessions/${id}`)
      reloadWithToast('sessions-title', 'Device signed out')
    })
  const endAll = (): void =>
    void submit(async () => {
      await api('DELETE', '/api/account/sessions')
      sessionStore.drop()
      flashToast({ title: 'Signed out everywhere' })
      location.assign('/auth')
    })
  return (
    <SecuritySection id="sessions" title="Where you’re signed in" className="print:hidden">
      <ul className="grid">
        {sessions
          .filter(({ isThis }) => isThis || !isThisOnly)
          .map((session) => (
            <SessionItem
              key={session.id}
              {...{ session, timeZone }}
              onEnd={() => endOne(session.id)}
            />
          ))}
      </ul>
      <FormError>{message}</FormError>
      <Button variant="line" className="justify-self-start" onClick={endAll}>
        Sign out everywhere
      </Button>
    </SecuritySection>
  )
}
