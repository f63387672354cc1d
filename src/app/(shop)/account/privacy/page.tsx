import type { Metadata } from 'next'
import type { ReactNode } from 'react'

import { requireCurrentUser } from '@/app/(shop)/current-user'
import { DeletionRequestStatus } from '@/components/account/deletion-request-status'
import { getOpenDataRequest } from '@/modules/privacy/queries/get-data-request'
import { ButtonLink } from '@/ui/button'

import { DeleteAccount, WithdrawDeletion } from './delete-account'
import { PauseAccount } from './pause-account'

export const metadata: Metadata = { title: 'Your data' }

const textClass = 'max-w-[38rem] text-ink-soft'

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-9">
    <h2 id={id} className="text-h3">
      {title}
    </h2>
    {children}
  </section>
)

type ErasureProps = {
  request: Awaited<ReturnType<typeof getOpenDataRequest>>
  hasPassword: boolean
}

const ErasureSection = ({ request, hasPassword }: ErasureProps) => (
  <Section id="erase" title={request ? 'Your request to be erased' : 'Have everything erased'}>
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
  </Section>
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
      <Section id="export" title="See everything">
        <p className={textClass}>
          One file with everything we hold about you: your account, orders, addresses, messages and
          the rest. It opens in any spreadsheet.
        </p>
        <p>
          <ButtonLink href="/api/account/export" download variant="line">
            Download my data
          </ButtonLink>
        </p>
      </Section>
      {isStaff ? (
        <Section id="staff" title="Pausing and erasing">
          <p className={textClass}>
            This account works for the shop. Before it can be paused or erased, an owner has to
            change its role to customer.
          </p>
        </Section>
      ) : (
        <>
          <Section id="pause" title="Take a pause">
            <p className={textClass}>
              Your account rests: everything stays, nothing of you shows, and every device is signed
              out. The next time you sign in, it wakes up.
            </p>
            <PauseAccount />
          </Section>
          <ErasureSection request={request} hasPassword={user.hasPassword !== false} />
        </>
      )}
    </div>
  )
}

export default AccountPrivacyPage
