'use client'
import { useState } from 'react'

import { genericErrorMessage, useSubmit } from '@/components/form/use-submit'
import type { SecurityView } from '@/modules/accounts/queries/get-security'
import { backupCodeCount } from '@/modules/accounts/rules/credentials'
import { api } from '@/platform/http/api-client'
import { Button, ButtonLink } from '@/ui/button'
import { FormError } from '@/ui/form-error'

import { PrintableCodes } from './printable-codes'
import { reloadWithToast, SecuritySection } from './security-section'
import { type Setup, TwoStepSetup } from './two-step-setup'
import { type SignInMethods, useReauthentication } from './use-reauthentication'

type Props = SignInMethods &
  Pick<SecurityView, 'secondFactor'> & { username: string; timeZone: string; isRequired: boolean }

const BackupCodes = ({ codes, username }: { codes: readonly string[]; username: string }) => (
  <div className="grid justify-items-start gap-5">
    <PrintableCodes codes={codes} title={`Backup codes for ${username}`}>
      Each one works once in place of a code from your app, for example if you lose your phone.
    </PrintableCodes>
    <ButtonLink href="/account/security" variant="line" className="print:hidden">
      I’ve saved my codes
    </ButtonLink>
  </div>
)

type StateProps = {
  secondFactor: SecurityView['secondFactor']
  timeZone: string
  isRequired: boolean
  onSetup: () => void
  onNewCodes: () => void
  onTurnOff: () => void
}

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
          Off. When it’s on, signing in also takes a code from an authenticator app on your phone.
        </p>
        <Button variant="line" className="justify-self-start" onClick={onSetup}>
          Set up two-step verification
        </Button>
      </>
    )
  const { since, codesLeft } = secondFactor
  return (
    <>
      <p className="text-ink-soft">
        On since{' '}
        <time dateTime={since}>
          {new Date(since).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone })}
        </time>
        . Signing in takes a code from your authenticator app. {codesLeft} of {backupCodeCount}{' '}
        backup codes are left.
        {isRequired
          ? ' If you turn it off, you need to set it up again before you can use the admin.'
          : null}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="line" onClick={onNewCodes}>
          Make new backup codes
        </Button>
        <Button variant="line" onClick={onTurnOff}>
          Turn off two-step verification
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
  const { message, submit } = useSubmit(genericErrorMessage)
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
        reloadWithToast('Two-step verification is off')
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
        <TwoStepSetup setup={setup} onDone={setCodes} />
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
