import { greetingName, requireCurrentUser } from '@/app/(shop)/current-user'
import { Section } from '@/components/layout/section'
import { Notice } from '@/components/notice'
import { LatestOrder } from '@/components/order/latest-order'
import { getLatestOrder } from '@/modules/orders/queries/get-customer-order'
import { getOpenDataRequest } from '@/modules/privacy/queries/get-data-request'
import { env } from '@/platform/env'
import { ButtonLink } from '@/ui/button'
import { Emblem } from '@/ui/emblem'

import { AccountHeader } from './account-header'
import { ProfileForm } from './profile-form'

const shortcuts = [
  {
    href: '/account/orders',
    emblem: 'travel-light',
    title: 'Orders',
    text: 'Tracking, receipts, and reorders.',
  },
  {
    href: '/account/saved',
    emblem: 'stone-by-stone',
    title: 'Saved',
    text: 'Your wishlist and saved articles.',
  },
  {
    href: '/account/addresses',
    emblem: 'homing',
    title: 'Addresses',
    text: 'Saved for next time.',
  },
  {
    href: '/account/reviews',
    emblem: 'true-enough',
    title: 'Reviews',
    text: 'Share what you think of your items.',
  },
] as const

const deletionNotice = (
  <Notice kind="info">
    <p>
      You asked us to delete your account.{' '}
      <a href="/account/privacy" className="link">
        See the status or cancel the request
      </a>
    </p>
  </Notice>
)

const AccountPage = async () => {
  const { payload, user } = await requireCurrentUser('/account')
  const [order, deletion] = await Promise.all([
    getLatestOrder(payload, user.id),
    getOpenDataRequest(payload, user.id),
  ])
  return (
    <>
      <AccountHeader title={['Hello', greetingName(user)].filter(Boolean).join(', ')} />
      <div className="grid gap-14">
        {deletion ? deletionNotice : null}
        {order ? (
          <LatestOrder order={order} timeZone={env.SHOP_TIME_ZONE} />
        ) : (
          <section className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-sheet bg-surface p-[clamp(1.3rem,2.4vw,2.1rem)] shadow-rest">
            <Emblem name="unfurl" className="size-24" />
            <div className="grid flex-1 basis-64 gap-1.5">
              <h2 className="text-h3">No orders on the way</h2>
              <p className="text-ink-soft">When you order something, you can track it here.</p>
            </div>
            <ButtonLink href="/products">Shop all</ButtonLink>
          </section>
        )}
        <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
          {shortcuts.map(({ href, emblem, title, text }) => (
            <li
              key={href}
              className="relative flex items-center gap-5 border-t border-line py-4 hover:border-ink"
            >
              <Emblem name={emblem} className="size-22" />
              <div>
                <h2 className="text-h3">
                  <a href={href} className="after:absolute after:inset-0">
                    {title}
                  </a>
                </h2>
                <p className="text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <Section
          id="name"
          title="Your name"
          heading="mb-3 text-h3"
          className="border-t border-line pt-8"
        >
          <ProfileForm
            username={user.username}
            firstName={user.firstName ?? null}
            lastName={user.lastName ?? null}
          />
        </Section>
      </div>
    </>
  )
}

export default AccountPage
