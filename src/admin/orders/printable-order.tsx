import type { ReactNode } from 'react'

import { formatDate } from '@/admin/shell/format-dates'
import { addressLines } from '@/modules/checkout/rules/destination'
import type { AdminOrder, AdminOrderLine } from '@/modules/orders/queries/admin-orders'
import type { OrderAddress } from '@/modules/orders/schemas/admin-orders'

export function Address({ address, label }: { address: OrderAddress; label?: string }) {
  return (
    <address className="df-address">
      {label ? <b>{label}</b> : null}
      {addressLines(address).map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </address>
  )
}

/** Printed without the panel around it (orders.css). */
export function PrintableOrder({
  order,
  title,
  children,
}: {
  order: AdminOrder
  title?: string
  children: ReactNode
}) {
  return (
    <article className="df-slip">
      <header>
        <span className="df-wordmark" aria-hidden />
        <p>
          {title ? (
            <>
              <b>{title}</b>
              <br />
            </>
          ) : null}
          {order.orderNumber}
          <br />
          {formatDate(order.createdAt)}
        </p>
      </header>
      {children}
    </article>
  )
}

/** The line items. `detail` follows the name in small print. */
export function PrintableLines({
  order,
  detail,
  columns,
}: {
  order: AdminOrder
  detail: (line: AdminOrderLine) => string | null
  columns: readonly [head: string, cell: (line: AdminOrderLine) => ReactNode][]
}) {
  return (
    <table className="df-plain-table">
      <thead>
        <tr>
          {['Item', ...columns.map(([head]) => head)].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.items.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.name} {detail(line) ? <small>{detail(line)}</small> : null}
            </th>
            {columns.map(([head, cell]) => (
              <td key={head}>{cell(line)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
