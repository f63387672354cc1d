import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'

import { recentOrderColumns } from '@/admin/dashboard/recent-orders'
import { ordersColumns } from '@/admin/orders/orders-columns'
import { ordersAddress } from '@/admin/orders/orders-list-params'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'

const paid = {
  id: 7,
  orderNumber: 'DF-1060',
  status: 'paid',
  paymentState: 'completed',
  printfulOrderId: null,
  refundedCents: 0,
  fulfillment: 'none',
  fulfillmentNote: null,
  priceDifference: null,
  graceUntil: null,
  items: [{ quantity: 1, refundedQuantity: 0 }],
} as AdminOrder
const ignored = (): void => undefined
/** Admin links need a router, although no link is followed here. */
const router = {
  bfcacheId: '',
  back: ignored,
  forward: ignored,
  refresh: ignored,
  push: ignored,
  replace: ignored,
  prefetch: ignored,
}
type Rights = Parameters<typeof ordersColumns>[1]

/** One cell of the orders list as markup. */
const render = (head: string, order: Partial<AdminOrder>, rights: Partial<Rights> = {}): string => {
  const columns = ordersColumns(ordersAddress.parse({}), {
    mayChange: false,
    mayPrint: false,
    mayConnect: false,
    ...rights,
  })
  const column = columns.find((one) => one.head === head)
  return renderToStaticMarkup(
    <AppRouterContext value={router}>{column?.cell({ ...paid, ...order })}</AppRouterContext>,
  )
}

describe('orders list', () => {
  it('shows “Partly refunded” only for partial refunds', () => {
    expect(render('Status', { refundedCents: 1000 })).toContain('Partly refunded')
    expect(render('Status', {})).not.toContain('Partly refunded')
    expect(render('Status', { status: 'refunded', refundedCents: 3200 })).not.toContain('Partly')
  })

  it('shows the same in the dashboard’s and a customer’s orders', () => {
    const status = recentOrderColumns.find(({ head }) => head === 'Status')
    const markup = (order: Partial<AdminOrder>): string =>
      renderToStaticMarkup(status?.cell({ ...paid, ...order }))
    expect(markup({ refundedCents: 1000 })).toContain('Partly refunded')
    expect(markup({ priceDifference: { orderId: 6, item: 'Fern Tee' } })).toContain(
      'Price difference',
    )
    expect(markup({})).not.toMatch(/Partly refunded|Price difference/)
  })

  it('says until when the customer can change an order, where it can be submitted', () => {
    const inGrace = { graceUntil: '2026-03-11T15:00:00.000Z' }
    const rights = { mayChange: true, mayPrint: true }
    expect(render('Printful', inGrace, rights)).toContain(
      'can still change or cancel this order until Mar 11, 2026, 11:00 AM',
    )
    expect(render('Printful', {}, rights)).not.toContain('until')
    expect(render('Printful', inGrace)).not.toContain('until')
  })

  it('labels an order that only pays a price difference, and offers nothing to print for it', () => {
    const difference = { priceDifference: { orderId: 6, item: 'Fern Tee' }, items: [] }
    expect(render('Status', difference)).toContain('Price difference')
    expect(render('Status', {})).not.toContain('Price difference')
    expect(render('Printful', difference, { mayPrint: true })).toContain('—')
  })

  it.each(['on-hold', 'failed'] as const)(
    'shows the reason for a submission that is %s',
    (state) => {
      const cell = render('Printful', {
        fulfillment: state,
        fulfillmentNote: 'Printful has no Fern Tee in XL.',
      })
      expect(cell).toMatch(/On hold|Failed/)
      expect(cell).toContain('Printful has no Fern Tee in XL.')
    },
  )

  it('explains why a paid order can’t be submitted while Printful isn’t connected', () => {
    expect(render('Printful', {}, { mayConnect: true })).toMatch(
      /href="\/admin\/printful"[^>]*>Connect Printful to submit</,
    )
    expect(render('Printful', {})).toContain('Printful isn’t connected')
    expect(render('Printful', {}, { mayPrint: true })).toContain('Not sent yet')
    expect(render('Printful', { status: 'pending' })).toContain('—')
  })
})
