import './recovery-codes-print.css'

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'

import { lacksSecondFactor, requiresSecondFactor } from '@/access/second-factor'
import { AccountHeader } from '@/app/(shop)/account/account-header'
import { requireCurrentUser } from '@/app/(shop)/current-user'
import { Notice } from '@/components/notice'
import { getSecurity } from '@/modules/accounts/queries/get-security'
import { getSignInMethods } from '@/modules/accounts/queries/sign-in-methods'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import { connectErrorText } from '@/modules/accounts/rules/sign-in-errors'
import { env } from '@/platform/env'

import { EmailSection } from './email-section'
import { PasskeysSection } from './passkeys-section'
import { PasswordSection } from './password-section'
import { RecoveryCodesSection } from './recovery-codes-section'
import { SessionsSection } from './sessions-section'
import { SignInMethodsSection } from './sign-in-methods-section'
import { TwoStepSection } from './two-step-section'

export const metadata: Metadata = { title: 'Sign-in and security' }

const Alert = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="mb-8">
    <Notice kind="alert">
      <p>{children}</p>
    </Notice>
  </div>
)

const SecurityPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const { payload, user } = await requireCurrentUser('/account/security')
  const security = await getSecurity(payload, user.id, getSessionId(user))
  if (!security) notFound()
  const connectError = connectErrorText((await searchParams).error)
  const methods = {
    hasPassword: security.hasPassword,
    hasPasskey: security.passkeys.length > 0,
    providers: security.identities.map(({ provider }) => provider),
  }
  const timeZone = env.SHOP_TIME_ZONE
  return (
    <>
      <div className="print:hidden">
        <AccountHeader title="Sign-in and security">{`Your username is “${user.username}”.`}</AccountHeader>
      </div>
      {lacksSecondFactor(user) ? (
        <Alert>
          Your role needs two-step verification. Turn it on or add a passkey below to use the admin.
        </Alert>
      ) : null}
      {connectError ? <Alert>{connectError}</Alert> : null}
      <div className="grid gap-12">
        <PasswordSection username={user.username} {...methods} />
        <TwoStepSection
          username={user.username}
          secondFactor={security.secondFactor}
          isRequired={requiresSecondFactor(user.role)}
          timeZone={timeZone}
          {...methods}
        />
        <PasskeysSection
          username={user.username}
          passkeys={security.passkeys}
          timeZone={timeZone}
          {...methods}
        />
        <EmailSection email={security.email} pendingEmail={security.pendingEmail} {...methods} />
        <RecoveryCodesSection
          username={user.username}
          {...methods}
          codesLeft={security.codesLeft}
        />
        <SignInMethodsSection
          hasPassword={methods.hasPassword}
          hasPasskey={methods.hasPasskey}
          identities={security.identities}
          methods={getSignInMethods()}
          canConnect={user.role === 'customer'}
          timeZone={timeZone}
        />
        <SessionsSection sessions={security.sessions} timeZone={timeZone} />
      </div>
    </>
  )
}

export default SecurityPage
