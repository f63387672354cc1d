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
  methods: ComponentProps<typeof DeleteAccount>
}

const ErasureSection = ({ request, methods }: ErasureProps) => (
  <PrivacySection id="erase" title={request ? 'Your deletion request' : 'Delete your account'}>
    {request ? (
      <>
        <DeletionRequestStatus request={request} />
        <p className={textClass}>Changed your mind? Nothing has been deleted yet.</p>
        <WithdrawDeletion />
      </>
    ) : (
      <>
        <p className={textClass}>
          We’ll delete your account and everything in it, and remove your name and address from past
          orders. You have 7 days to cancel. After that, it can’t be undone. Orders on their way
          will still arrive.{' '}
          <a href="/data-deletion" className="link text-ink">
            How it works
          </a>
        </p>
        <DeleteAccount {...methods} />
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
          You can see, download, or delete the data we have about you. The{' '}
          <a href="/privacy-policy#what-is-really-stored" className="link text-ink">
            privacy policy
          </a>{' '}
          explains what we use it for.
        </p>
      </div>
      <PrivacySection id="export" title="Download your data">
        <p className={textClass}>
          A ZIP file with everything we have about you: your account, orders, addresses, messages,
          and more. The tables in it open in any spreadsheet app.
        </p>
        <p>
          <ButtonLink href="/api/account/export" download variant="line">
            Download my data
          </ButtonLink>
        </p>
      </PrivacySection>
      {isStaff ? (
        <PrivacySection id="staff" title="Pause or delete your account">
          <p className={textClass}>
            This is a staff account. A super admin has to change its role to Customer before it can
            be paused or deleted.
          </p>
        </PrivacySection>
      ) : (
        <>
          <PrivacySection id="pause" title="Take a break">
            <p className={textClass}>
              Everything is saved but hidden, and you’re signed out everywhere. Sign in again to
              reactivate your account.
            </p>
            <PauseAccount />
          </PrivacySection>
          <ErasureSection
            request={request}
            methods={{
              hasPassword: user.hasPassword !== false,
              hasPasskey: Boolean(user.passkeySince),
            }}
          />
        </>
      )}
    </div>
  )
}

export default AccountPrivacyPage
