import type { Metadata } from 'next'
import type { ComponentProps } from 'react'

import { requireCurrentUser } from '@/app/(shop)/current-user'
import { DeletionRequestStatus } from '@/components/account/deletion-request-status'
import { Section } from '@/components/layout/section'
import { getOpenDataRequest } from '@/modules/privacy/queries/get-data-request'
import { ButtonLink } from '@/ui/button'

import { DeleteAccount, WithdrawDeletion } from './delete-account'
import { PauseAccount } from './pause-account'

export const metadata: Metadata = { title: 'Your data' }

const textClass = 'max-w-[38rem] text-ink-soft'

const PrivacySection = (props: Omit<ComponentProps<typeof Section>, 'className'>) => (
  <Section {...props} className="grid gap-4 border-t border-line pt-9" />
)

type ErasureProps = {
  request: Awaited<ReturnType<typeof getOpenDataRequest>>
  hasPassword: boolean
}

const ErasureSection = ({ request, hasPassword }: ErasureProps) => (
  <PrivacySection
    id="erase"
    title={request ? 'Your request to be erased' : 'Have everything erased'}
  >
    {request ? (
      <>
        <DeletionRequestStatus request={request} />
        <p className={textClass}>Changed your mind? Nothing has been erased so far.</p>
        <WithdrawDeletion />
      </>
    ) : (
      <>
        <p className={textClass}>
          Your account and everything in it is deleted, and your name and address are replaced in
          past orders. It can’t be undone. You have seven days to take it back, and orders on their
          way arrive first.{' '}
          <a href="/data-deletion" className="link text-ink">
            How it works
          </a>
        </p>
        <DeleteAccount hasPassword={hasPassword} />
      </>
    )}
  </PrivacySection>
)

const AccountPrivacyPage = async () => {
  const { payload, user } = await requireCurrentUser('/account/privacy')
  const request = await getOpenDataRequest(payload, user.id)
  const isStaff = user.role !== 'customer'
  return (
    <div className="grid gap-9">
      <div className="grid gap-3">
        <h1 className="text-d2">Your data</h1>
        <p className={textClass}>
          What we hold about you is yours to see, to take with you, and to have erased. The{' '}
          <a href="/privacy-policy#what-is-really-stored" className="link text-ink">
            privacy policy
          </a>{' '}
          says what each thing is for.
        </p>
      </div>
      <PrivacySection id="export" title="See everything">
        <p className={textClass}>
          One file with everything we hold about you: your account, orders, addresses, messages and
          the rest. It opens in any spreadsheet.
        </p>
        <p>
          <ButtonLink href="/api/account/export" download variant="line">
            Download my data
          </ButtonLink>
        </p>
      </PrivacySection>
      {isStaff ? (
        <PrivacySection id="staff" title="Pausing and erasing">
          <p className={textClass}>
            This account works for the shop. Before it can be paused or erased, an owner has to
            change its role to customer.
          </p>
        </PrivacySection>
      ) : (
        <>
          <PrivacySection id="pause" title="Take a pause">
            <p className={textClass}>
              Your account rests: everything stays, nothing of you shows, and every device is signed
              out. The next time you sign in, it wakes up.
            </p>
            <PauseAccount />
          </PrivacySection>
          <ErasureSection request={request} hasPassword={user.hasPassword !== false} />
        </>
      )}
    </div>
  )
}

export default AccountPrivacyPage
