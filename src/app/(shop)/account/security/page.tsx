import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AccountHead } from '../../../../components/account/account-head'
import { CodesSection } from '../../../../components/account/security/codes-section'
import { EmailSection } from '../../../../components/account/security/email-section'
import { PasswordSection } from '../../../../components/account/security/password-section'
import { SessionsSection } from '../../../../components/account/security/sessions-section'
import { WaysSection } from '../../../../components/account/security/ways-section'
import { Note } from '../../../../components/checkout/note'
import { connectErrorText } from '../../../../domain/sign-in-errors'
import { env } from '../../../../env'
import { getSecurity } from '../../../../queries/get-security'
import { identityWays } from '../../../../queries/identity-ways'
import { requireSignedIn } from '../../signed-in'
import './print.css'

export const metadata: Metadata = { title: 'Sign-in and security' }

/** How somebody gets into their account: what is stored is shown, and each matter has its own form. */
const SecurityPage = async ({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) => {
  const { payload, user } = await requireSignedIn('/account/security')
  const security = await getSecurity(payload, user.id, (user as { _sid?: string })._sid)
  if (!security) notFound()
  const trouble = connectErrorText((await searchParams).error)
  const { hasPassword } = security
  const timeZone = env.SHOP_TIME_ZONE
  return (
    <>
      <div className="print:hidden"><AccountHead title="Sign-in and security">{`Your username is “${user.username}”.`}</AccountHead></div>
      {trouble ? <div role="alert" className="mb-8"><Note kind="alert"><p>{trouble}</p></Note></div> : null}
      <div className="grid gap-12">
        <PasswordSection username={user.username} hasPassword={hasPassword} />
        <EmailSection email={security.email} pendingEmail={security.pendingEmail} hasPassword={hasPassword} />
        <CodesSection username={user.username} hasPassword={hasPassword} codesLeft={security.codesLeft} />
        <WaysSection hasPassword={hasPassword} identities={security.identities} ways={identityWays()} canConnect={user.role === 'customer'} timeZone={timeZone} />
        <SessionsSection sessions={security.sessions} timeZone={timeZone} />
      </div>
    </>
  )
}

export default SecurityPage
