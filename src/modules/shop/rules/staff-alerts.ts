/** What the shop emails its staff about. The order of this list is the order in the settings. */
export const alertGroups = ['orders', 'returns', 'problems'] as const
export type AlertGroup = (typeof alertGroups)[number]

export const alertGroupLabels = {
  orders: 'New and canceled orders',
  returns: 'Return requests',
  problems: 'Payment problems',
} satisfies Record<AlertGroup, string>

export const alertKinds = [
  'order',
  'canceled',
  'return',
  'disputed',
  'refund-failed',
  'mismatch',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** The group of each alert and its sentences; `{order}` is the order's number. */
export const alerts = {
  order: { group: 'orders', subject: 'New order {order}', text: 'It’s paid and ready to print.' },
  canceled: {
    group: 'orders',
    subject: '{order} was canceled by the customer',
    text: 'The shop refunded it. Don’t print it.',
  },
  return: {
    group: 'returns',
    subject: 'Return requested for {order}',
    text: 'The customer is waiting for your answer.',
  },
  disputed: {
    group: 'problems',
    subject: 'The payment for {order} is contested',
    text: 'The customer or their bank opened a case with PayPal. Answer it there in time.',
  },
  'refund-failed': {
    group: 'problems',
    subject: 'A refund for {order} didn’t go through',
    text: 'No money was sent. The order says why.',
  },
  mismatch: {
    group: 'problems',
    subject: 'A payment doesn’t match {order}',
    text: 'Check it before anything is printed.',
  },
} as const satisfies Record<AlertKind, { group: AlertGroup; subject: string; text: string }>
