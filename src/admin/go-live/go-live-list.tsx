'use client'
import { Link } from '@payloadcms/ui'
import { useCallback, useEffect, useRef, useState } from 'react'

import { Button } from '@/admin/form/button'
import { useAdminMutation, useFocusAfter } from '@/admin/form/use-admin-mutation'
import { Entries, InboxEntry } from '@/admin/list/entries'
import { Panel } from '@/admin/shell/panel'
import {
  type CheckGroup,
  checkGroups,
  type CheckState,
  type GoLiveCheck,
} from '@/modules/go-live/rules/checks'
import { api, errorSentence } from '@/platform/http/api-client'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'

const states: Record<CheckState, { word: string; tone: BadgeTone }> = {
  good: { word: 'OK', tone: 'good' },
  problem: { word: 'Needs attention', tone: 'bad' },
  advice: { word: 'Recommended', tone: 'warn' },
  waiting: { word: 'Please confirm', tone: 'info' },
  skipped: { word: 'Not checked', tone: 'plain' },
}

type Result = { ready: boolean; checks: GoLiveCheck[] }
type Actions = { confirm: (name: string) => void; sendEmail: () => void; isBusy: boolean }

const CheckActions = ({ check, actions }: { check: GoLiveCheck; actions: Actions }) => {
  const isEmail = check.name === 'email-received'
  const canConfirm = check.canConfirm && !isEmail && check.state === 'waiting'
  if (!canConfirm && !isEmail && !check.href) return null
  return (
    <div className="df-row-actions">
      {check.href && check.state !== 'good' ? (
        <Link
          className="df-link"
          href={check.href}
          prefetch={false}
          aria-label={`Open the screen for “${check.title}”`}
        >
          Open
        </Link>
      ) : null}
      {isEmail ? (
        <Button small isBusy={actions.isBusy} onClick={actions.sendEmail}>
          Send a test email
        </Button>
      ) : null}
      {canConfirm ? (
        <Button
          small
          isBusy={actions.isBusy}
          aria-label={`Confirm: ${check.title}`}
          onClick={() => actions.confirm(check.name)}
        >
          Confirm
        </Button>
      ) : null}
    </div>
  )
}

const CheckEntry = ({ check, actions }: { check: GoLiveCheck; actions: Actions }) => {
  const { word, tone } = states[check.state]
  return (
    <InboxEntry
      title={
        <>
          <Badge tone={tone}>{word}</Badge> {check.title}
        </>
      }
      meta={check.detail}
      actions={<CheckActions check={check} actions={actions} />}
    >
      {check.fix ? <p className="df-inbox__body">{check.fix}</p> : null}
    </InboxEntry>
  )
}

const groups = Object.entries(checkGroups) as [CheckGroup, string][]

/** The summary above the list. */
const summarize = ({ ready, checks }: Result): string => {
  const open = checks.filter(({ state }) => state === 'problem' || state === 'waiting').length
  return ready
    ? 'Your shop is ready to open.'
    : `${pluralize(open, 'thing')} left before your shop can open.`
}

/** Runs the checks, at first and again. `received`: the code in the link of the test email, which is confirmed first. */
function useGoLiveChecks(received: string | null) {
  const [result, setResult] = useState<Result | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isChecking, setIsChecking] = useState(true)
  useFocusAfter(isChecking)
  const { send, isBusy } = useAdminMutation()

  const latest = useRef(0)
  const check = useCallback((): void => {
    const request = (latest.current += 1)
    // An earlier check may answer after a later one.
    const show = (update: () => void): void => {
      if (request !== latest.current) return
      update()
      setIsChecking(false)
    }
    setIsChecking(true)
    setError(null)
    api<Result>('GET', '/api/admin/go-live').then(
      (checked) => show(() => setResult(checked)),
      (reason: unknown) => show(() => setError(errorSentence(reason))),
    )
  }, [])
  const confirm = async (name: string, code?: string): Promise<void> => {
    await send({
      path: '/api/admin/go-live/confirmations',
      body: { name, ...(code ? { code } : {}) },
      done: 'Confirmed',
      failed: 'Couldn’t confirm',
    })
    check()
  }
  const sendEmail = (): Promise<unknown> =>
    send({
      path: '/api/admin/go-live/test-email',
      body: {},
      done: 'Test email sent',
      doneText: 'Open the link in it to confirm that it arrived.',
      failed: 'Couldn’t send the test email',
    })

  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    if (!received) return check()
    window.history.replaceState(null, '', '/admin/go-live')
    void confirm('email-received', received)
  })
  return { result, error, isChecking, isBusy, check, confirm, sendEmail }
}

/** The checks by group, with what to do about each. */
export function GoLiveList({ received }: { received: string | null }) {
  const { result, error, isChecking, isBusy, check, confirm, sendEmail } = useGoLiveChecks(received)
  const actions: Actions = {
    isBusy,
    confirm: (name) => void confirm(name),
    sendEmail: () => void sendEmail(),
  }
  const status = isChecking ? 'Checking…' : (error ?? (result ? summarize(result) : ''))
  return (
    <>
      <Panel
        title="Before you open"
        aside={
          <Button small variant="line" isBusy={isChecking} onClick={check}>
            Check again
          </Button>
        }
      >
        <p className="df-panel__text" role="status">
          {status}
        </p>
      </Panel>
      {groups.map(([group, title]) =>
        result ? (
          <Panel key={group} title={title}>
            <Entries>
              {result.checks
                .filter((one) => one.group === group)
                .map((one) => (
                  <CheckEntry key={one.name} check={one} actions={actions} />
                ))}
            </Entries>
          </Panel>
        ) : null,
      )}
    </>
  )
}
