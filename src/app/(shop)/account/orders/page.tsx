import type { Metadata } from 'next'
import { AccountHead } from '../../../../components/account/account-head'
import { OrderRow } from '../../../../components/account/order-row'
import { ButtonLink } from '../../../../components/ui/button'
import { Empty } from '../../../../components/ui/empty'
import { env } from '../../../../env'
import { listOwnOrders, ownOrdersPerPage } from '../../../../queries/list-own-orders'
import { requireSignedIn } from '../../signed-in'

export const metadata: Metadata = { title: 'Orders' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const pageOf = (asked: string | string[] | undefined): number => (typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1)

const OrdersPage = async ({ searchParams }: Props) => {
  const { payload, user } = await requireSignedIn('/account/orders')
  const { orders, total, page, pages } = await listOwnOrders(payload, user.id, pageOf((await searchParams).page))
  if (orders.length === 0)
    return (
      <>
        <AccountHead title="Orders" />
        <Empty emblem="travel-light" title={total === 0 ? 'No orders yet' : 'Nothing on this page'} action={total === 0 ? <ButtonLink href="/products">Go to the shop</ButtonLink> : <ButtonLink href="/account/orders">To the newest orders</ButtonLink>}>
          {total === 0 ? <p>What you order while signed in is listed here. An order you placed without signing in has its own page: <a href="/orders/find" className="link text-ink">find it by its number</a>.</p> : <p>The list is shorter than that.</p>}
        </Empty>
      </>
    )
  return (
    <>
      <AccountHead title="Orders">Those you placed while signed in. For any other, <a href="/orders/find" className="link text-ink">ask for its link</a>.</AccountHead>
      <ul>{orders.map((order) => <li key={order.orderNumber}><OrderRow order={order} timeZone={env.SHOP_TIME_ZONE} /></li>)}</ul>
      {pages > 1
        ? <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
            <p className="nums text-small text-ink-soft">{(page - 1) * ownOrdersPerPage + 1} to {Math.min(page * ownOrdersPerPage, total)} of {total}</p>
            <p className="flex gap-3">
              {page > 1 ? <ButtonLink variant="line" href={`/account/orders?page=${page - 1}`} rel="prev">Newer</ButtonLink> : null}
              {page < pages ? <ButtonLink variant="line" href={`/account/orders?page=${page + 1}`} rel="next">Older</ButtonLink> : null}
            </p>
          </nav>
        : null}
    </>
  )
}

export default OrdersPage
