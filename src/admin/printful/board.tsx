import { Link } from '@payloadcms/ui'
import type { Lane, PrintView } from '../../queries/printful-board'
import { formatDay } from '../parts/dates'
import { Pagination } from '../parts/pagination'
import { Panel } from '../parts/panel'
import { Tabs } from '../parts/tabs'
import { PrintActions } from './print-actions'
import { PrintBadge } from './print-badge'
import { PrintMoney } from './print-money'

export const laneLabels = {
  waiting: 'Paid and not sent', draft: 'Draft', 'on-hold': 'On hold', failed: 'Failed', 'in-production': 'In production', shipped: 'Shipped', returned: 'Returned',
} satisfies Record<Lane, string>

const nothing = {
  waiting: 'Every paid order is with the printer.', draft: 'No draft waits to be confirmed.', 'on-hold': 'Nothing is on hold.', failed: 'Nothing failed.',
  'in-production': 'Nothing is being made at the moment.', shipped: 'Nothing left the printer in the last 30 days.', returned: 'Nothing came back.',
} satisfies Record<Lane, string>

/** What somebody can do where the button is not the whole answer. */
const advice: Partial<Record<Lane, string>> = {
  'on-hold': 'What is odd stands beside each order. Holds of Printful’s are answered in its dashboard; those of ours go on with a button here.',
  failed: 'Mostly an address, a print file or our card at Printful. Put it right there, then try again here.',
  returned: 'A parcel that came back: ask the buyer for another address, or refund the order.',
}

const daysLeft = (days: number | null): string => (days === null ? '' : days === 1 ? '1 day left' : `${days} days left`)

const Entry = ({ order, mayChange }: { order: PrintView; mayChange: boolean }) => (
  <li className="df-entry df-entry--wrap">
    <div>
      <p><Link className="df-quiet-link" href={`/admin/orders/${order.id}`} prefetch={false}>{order.orderNumber}</Link> {order.buyer}</p>
      <p className="df-entry__meta">Placed {formatDay(order.createdAt)}{order.since ? `, here since ${formatDay(order.since)}` : ''}{order.daysLeft !== null ? ` · ${daysLeft(order.daysLeft)}` : ''}{order.parcels.length > 0 ? ` · ${order.parcels.map(({ carrier, trackingNumber }) => [carrier, trackingNumber].filter(Boolean).join(' ')).join(', ')}` : ''}</p>
      {order.note ? <p>{order.note}</p> : null}
      <PrintMoney order={order} />
    </div>
    <div className="df-print-ways"><PrintBadge fulfillment={order.fulfillment} />{mayChange ? <PrintActions order={order} isShort /> : null}</div>
  </li>
)

type Props = { lane: Lane; counts: Record<Lane, number>; orders: PrintView[]; page: number; limit: number; href: (lane: Lane, page?: number) => string; mayChange: boolean }

/** Where every order stands on its way through the printer, with the fix beside what is stuck. */
export const Board = ({ lane, counts, orders, page, limit, href, mayChange }: Props) => (
  <Panel title="Orders at the printer">
    <Tabs label="Where orders stand" current={lane} tabs={(Object.keys(laneLabels) as Lane[]).map((value) => ({ value, label: laneLabels[value], href: href(value), count: counts[value] }))} />
    {advice[lane] && orders.length > 0 ? <p className="df-panel__text df-soft">{advice[lane]}</p> : null}
    {orders.length > 0 ? <ul className="df-entries">{orders.map((order) => <Entry key={order.id} order={order} mayChange={mayChange} />)}</ul> : <p className="df-panel__text">{nothing[lane]}</p>}
    {counts[lane] > limit ? <Pagination page={page} pages={Math.ceil(counts[lane] / limit)} limit={limit} total={counts[lane]} href={(to) => href(lane, to)} /> : null}
  </Panel>
)
