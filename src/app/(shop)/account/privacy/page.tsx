import type { Metadata } from 'next'

import { requireCurrentUser } from '@/app/(shop)/current-user'
import { DeletionRequestStatus } from '@/components/account/deletion-request-status'
import { getOpenDataRequest } from '@/modules/privacy/queries/get-data-request'
import { ButtonLink } from '@/ui/button'

import { DeleteAccount, WithdrawDeletion } from './delete-account'
import { PauseAccount } from './pause-account'

export const metadata: Metadata = { title: 'Your data' }

const part = 'grid gap-4 border-t border-line pt-9'
const words = 'max-w-[38rem] text-ink-soft'

const AccountPrivacyPage = async () => {
  const { payload, user } = await requireCurrentUser('/account/privacy')
  const request = await getOpenDataRequest(payload, user.id)
  const isStaff = user.role !== 'customer'
  return (
    <div className="grid gap-9">
      <div className="grid gap-3">
        <h1 className="text-d2">Your data</h1>
        <p className={words}>
          What we hold about you is yours to see, to take with you, and to have erased. The{' '}
          <a href="/privacy-policy#what-is-really-stored" className="link text-ink">
            privacy policy
          </a>{' '}
          says what each thing is for.
        </p>
      </div>
      <section aria-labelledby="export" className={part}>
        <h2 id="export" className="text-h3">
          See everything
        </h2>
        <p className={words}>
          One file with everything we hold about you: your account, orders, addresses, messages and
          the rest. It opens in any spreadsheet.
        </p>
        <p>
          <ButtonLink href="/api/account/export" download variant="line">
            Download my data
          </ButtonLink>
        </p>
      </section>
      {isStaff ? (
        <section aria-labelledby="staff" className={part}>
          <h2 id="staff" className="text-h3">
            Pausing and erasing
          </h2>
          <p className={words}>
            This account works for the shop. Before it can be paused or erased, an owner has to
            change its role to customer.
          </p>
        </section>
      ) : (
        <>
          <section aria-labelledby="pause" className={part}>
            <h2 id="pause" className="text-h3">
              Take a pause
            </h2>
            <p className={words}>
              Your account rests: everything stays, nothing of you shows, and every device is signed
              out. The next time you sign in, it wakes up.
            </p>
            <PauseAccount />
          </section>
          <section aria-labelledby="erase" className={part}>
            <h2 id="erase" className="text-h3">
              {request ? 'Your request to be erased' : 'Have everything erased'}
            </h2>
            {request ? (
              <>
                <DeletionRequestStatus request={request} />
                <p className={words}>Changed your mind? Nothing has been erased so far.</p>
                <WithdrawDeletion />
              </>
            ) : (
              <>
                <p className={words}>
                  Your account and everything in it is deleted, and your name and address are
                  replaced in past orders. It can’t be undone. You have seven days to take it back,
                  and orders on their way arrive first.{' '}
                  <a href="/data-deletion" className="link text-ink">
                    How it works
                  </a>
                </p>
                <DeleteAccount hasPassword={user.hasPassword !== false} />
              </>
            )}
          </section>
        </>
      )}
    </div>
  )
}

export default AccountPrivacyPage
