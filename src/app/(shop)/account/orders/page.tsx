import type { Metadata } from 'next'

import { AccountHeader } from '@/app/(shop)/account/account-header'
import { requireCurrentUser } from '@/app/(shop)/current-user'
import {
  customerOrdersPerPage,
  listCustomerOrders,
} from '@/modules/orders/queries/list-customer-orders'
import { env } from '@/platform/env'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

import { OrderRow } from './order-row'

export const metadata: Metadata = { title: 'Orders' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const parsePage = (page: string | string[] | undefined): number =>
  typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1

const NoOrders = ({ total }: { total: number }) => (
  <>
    <AccountHeader title="Orders" />
    {total === 0 ? (
      <EmptyState
        emblem="travel-light"
        title="No orders yet"
        action={<ButtonLink href="/products">Shop all</ButtonLink>}
      >
        <p>
          Orders you place while signed in show up here. Ordered as a guest?{' '}
          <a href="/orders/find" className="link text-ink">
            Find your order
          </a>
          .
        </p>
      </EmptyState>
    ) : (
      <EmptyState
        emblem="travel-light"
        title="That page doesn’t exist"
        action={<ButtonLink href="/account/orders">See your latest orders</ButtonLink>}
      >
        <p>You don’t have that many pages of orders.</p>
      </EmptyState>
    )}
  </>
)

type PagingProps = { page: number; pages: number; total: number }

const OrdersPaging = ({ page, pages, total }: PagingProps) => (
  <nav
    aria-label="Pages"
    className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5"
  >
    <p className="nums text-small text-ink-soft">
      {(page - 1) * customerOrdersPerPage + 1} to {Math.min(page * customerOrdersPerPage, total)} of{' '}
      {total}
    </p>
    <p className="flex gap-3">
      {page > 1 ? (
        <ButtonLink variant="line" href={`/account/orders?page=${page - 1}`} rel="prev">
          Newer
        </ButtonLink>
      ) : null}
      {page < pages ? (
        <ButtonLink variant="line" href={`/account/orders?page=${page + 1}`} rel="next">
          Older
        </ButtonLink>
      ) : null}
    </p>
  </nav>
)

const OrdersPage = async ({ searchParams }: Props) => {
  const { payload, user } = await requireCurrentUser('/account/orders')
  const { orders, ...paging } = await listCustomerOrders(
    payload,
    user.id,
    parsePage((await searchParams).page),
  )
  if (orders.length === 0) return <NoOrders total={paging.total} />
  return (
    <>
      <AccountHeader title="Orders">
        Orders you placed while signed in. Ordered as a guest?{' '}
        <a href="/orders/find" className="link text-ink">
          Find your order
        </a>
        .
      </AccountHeader>
      <ul>
        {orders.map((order) => (
          <li key={order.orderNumber}>
            <OrderRow order={order} timeZone={env.SHOP_TIME_ZONE} />
          </li>
        ))}
      </ul>
      {paging.pages > 1 ? <OrdersPaging {...paging} /> : null}
    </>
  )
}

export default OrdersPage
