import { fulfillmentStatuses } from '@/modules/fulfillment/rules/fulfillment'
import {
  canAskToPay,
  canStaffCancel,
  isStandardTransition,
  needsReason,
  orderProgressStep,
  orderStatuses,
  orderStatusLabels,
  orderStatusWord,
} from '@/modules/orders/rules/order-status'

/** The changes that staff can make without giving a reason. */
const withoutReason = new Set([
  'pending>cancelled',
  'paid>processing',
  'paid>cancelled',
  'processing>shipped',
  'processing>cancelled',
  'shipped>delivered',
])
const steps = orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const))

it('the seven statuses of the specification are in its order and labeled', () => {
  expect(orderStatuses).toEqual([
    'pending',
    'paid',
    'processing',
    'shipped',
    'delivered',
    'cancelled',
    'refunded',
  ])
  expect(Object.keys(orderStatusLabels)).toEqual([...orderStatuses])
})

it('sentences say “canceled”, although the recorded label is “Cancelled”', () => {
  expect(orderStatusLabels.cancelled).toBe('Cancelled')
  expect(orderStatusWord('cancelled')).toBe('canceled')
  expect(orderStatusWord('shipped')).toBe('shipped')
})

it.each(steps)(
  'changing %s to %s requires a reason only if it is not a standard transition',
  (from, to) => {
    expect(needsReason(from, to)).toBe(from !== to && !withoutReason.has(`${from}>${to}`))
    expect(isStandardTransition(from, to)).toBe(!needsReason(from, to))
  },
)

it('setting an order to paid or refunded always requires a reason', () => {
  for (const from of orderStatuses)
    for (const to of ['paid', 'refunded'] as const)
      if (from !== to) expect(needsReason(from, to)).toBe(true)
})

it.each([
  ['pending', null],
  ['paid', 0],
  ['processing', 1],
  ['shipped', 2],
  ['delivered', 3],
  ['cancelled', null],
  ['refunded', null],
] as const)('an order with status %s is at progress step %s', (status, step) =>
  expect(orderProgressStep(status)).toBe(step),
)

it('staff can cancel a paid order with a refund until it is in production', () => {
  const paid = { status: 'paid', paymentState: 'completed' }
  expect(
    fulfillmentStatuses.filter((fulfillment) => !canStaffCancel({ ...paid, fulfillment })),
  ).toEqual(['in-production', 'shipped', 'returned'])
  expect(canStaffCancel({ ...paid, fulfillment: null })).toBe(true)
  for (const status of ['pending', 'shipped', 'delivered', 'cancelled', 'refunded'])
    expect(canStaffCancel({ ...paid, status })).toBe(false)
  expect(canStaffCancel({ ...paid, paymentState: 'pending' })).toBe(false)
})

it('customers are asked to pay for a change only while the printer has nothing of the order', () => {
  const order = { status: 'paid', paymentState: 'completed' }
  const askable = fulfillmentStatuses.filter((fulfillment) =>
    canAskToPay({ ...order, fulfillment, printfulOrderId: null }),
  )
  expect(askable).toEqual(['none', 'on-hold', 'failed', 'canceled'])
  const atPrinter = fulfillmentStatuses.filter((fulfillment) =>
    canAskToPay({ ...order, status: 'processing', fulfillment, printfulOrderId: '1' }),
  )
  expect(atPrinter).toEqual(['canceled'])
  expect(canAskToPay({ ...order, replaces: 1 })).toBe(false)
  expect(canAskToPay({ ...order, status: 'cancelled' })).toBe(false)
})
