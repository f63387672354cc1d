import { fulfillmentStatuses } from '@/modules/fulfillment/rules/fulfillment'
import {
  canStaffCancel,
  isStandardTransition,
  needsReason,
  orderProgressStep,
  orderStatuses,
  orderStatusLabels,
} from '@/modules/orders/rules/order-status'

/** What staff may do without giving a reason; everything else asks for one. */
const usual = new Set([
  'pending>cancelled',
  'paid>processing',
  'paid>cancelled',
  'processing>shipped',
  'processing>cancelled',
  'shipped>delivered',
])
const steps = orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const))

it('the select offers the seven statuses of the specification, in its order', () => {
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

it.each(steps)(
  'from %s to %s asks for a reason exactly when it is outside of the usual path',
  (from, to) => {
    expect(needsReason(from, to)).toBe(from !== to && !usual.has(`${from}>${to}`))
    expect(isStandardTransition(from, to)).toBe(!needsReason(from, to))
  },
)

it('nobody sets an order to paid or refunded without saying why: money says so itself', () => {
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
] as const)('an order that is %s stands at step %s of its journey', (status, step) =>
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
