import type { ReactNode } from 'react'

import { formatDate } from '@/admin/shell/format-dates'
import type { AddressView, AdminOrder, AdminOrderLine } from '@/modules/orders/queries/admin-orders'

const countries = new Intl.DisplayNames('en-US', { type: 'region' })

/** The country is shown only outside the United States. */
function addressLines({
  firstName,
  lastName,
  address1,
  address2,
  city,
  stateCode,
  zip,
  countryCode,
}: AddressView): string[] {
  return [
    `${firstName} ${lastName}`.trim(),
    address1,
    address2,
    [city, [stateCode, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    countryCode && countryCode !== 'US' ? (countries.of(countryCode) ?? countryCode) : '',
  ].filter(Boolean)
}

export function Address({ address, label }: { address: AddressView; label?: string }) {
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
