'use client'
import { useState } from 'react'

import { reloadWithToast } from '@/app/(shop)/account/reload-with-toast'
import { useSubmit } from '@/components/form/use-submit'
import type { SecurityView } from '@/modules/accounts/queries/get-security'
import { backupCodeCount } from '@/modules/accounts/rules/credentials'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'

import { othersSignedOutStore } from './others-signed-out-store'
import { BackupCodes } from './printable-codes'
import { SecuritySection } from './security-section'
import { type Setup, TwoStepSetup } from './two-step-setup'
import { type SignInMethods, useReauthentication } from './use-reauthentication'

type Props = SignInMethods &
  Pick<SecurityView, 'secondFactor'> & { username: string; timeZone: string; isRequired: boolean }

type StateProps = {
  secondFactor: SecurityView['secondFactor']
  timeZone: string
  isRequired: boolean
  onSetup: () => void
  onNewCodes: () => void
  onTurnOff: () => void
}

const AppState = ({ appSince, timeZone }: { appSince: string; timeZone: string }) => (
  <>
    On since{' '}
    <time dateTime={appSince}>
      {new Date(appSince).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone })}
    </time>
    . Signing in with your password also requires a code from your authenticator app.
  </>
)

const TwoStepState = ({
  secondFactor,
  timeZone,
  isRequired,
  onSetup,
  onNewCodes,
  onTurnOff,
}: StateProps) => {
  if (!secondFactor)
    return (
      <>
        <p className="text-ink-soft">
          Off. When it’s on, signing in also requires a code from an authenticator app on your
          phone.
        </p>
        <Button variant="line" className="justify-self-start" onClick={onSetup}>
          Set up two-step verification
        </Button>
      </>
    )
  const { appSince, codesLeft } = secondFactor
  return (
    <>
      <p className="text-ink-soft">
        {appSince ? (
          <AppState appSince={appSince} timeZone={timeZone} />
        ) : (
          'On. Your passkey counts as both steps, and signing in with your password also requires it.'
        )}{' '}
        You have {codesLeft} of {backupCodeCount} backup codes left.
        {appSince && isRequired
          ? ' Without the app, you’ll need a passkey to use the admin.'
          : null}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="line" onClick={onNewCodes}>
          Create new backup codes
        </Button>
        <Button variant="line" onClick={appSince ? onTurnOff : onSetup}>
          {appSince ? 'Turn off two-step verification' : 'Set up an authenticator app, too'}
        </Button>
      </div>
    </>
  )
}

/** Two-step verification: off, being set up, or on. */
export function TwoStepSection({
  username,
  secondFactor,
  timeZone,
  isRequired,
  ...methods
}: Props) {
  const { confirmed, dialog } = useReauthentication(methods)
  const { message, submit } = useSubmit()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const start = (): void =>
    void submit(() =>
      confirmed(async () => setSetup(await api('POST', '/api/account/second-factor/setup'))),
    )
  const makeCodes = (): void =>
    void submit(() =>
      confirmed(async () => {
        const path = '/api/account/second-factor/backup-codes'
        setCodes((await api<{ codes: string[] }>('POST', path)).codes)
      }),
    )
  const turnOff = (): void =>
    void submit(() =>
      confirmed(async () => {
        await api('DELETE', '/api/account/second-factor')
        reloadWithToast('two-step-title', 'Authenticator app removed')
      }),
    )
  return (
    <SecuritySection
      id="two-step"
      title="Two-step verification"
      className={codes ? '' : 'print:hidden'}
    >
      {codes ? (
        <BackupCodes codes={codes} username={username} />
      ) : setup ? (
        <TwoStepSetup
          setup={setup}
          onDone={(made) => {
            setCodes(made)
            othersSignedOutStore.set(true)
          }}
        />
      ) : (
        <TwoStepState
          secondFactor={secondFactor}
          timeZone={timeZone}
          isRequired={isRequired}
          onSetup={start}
          onNewCodes={makeCodes}
          onTurnOff={turnOff}
        />
      )}
      <FormError>{message}</FormError>
      {dialog}
    </SecuritySection>
  )
}
