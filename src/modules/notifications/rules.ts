import { type Permission, type Role, roleHasPermission } from '@/access/roles'

/** What the shop can email its own address about. The order of this list is the order in the settings. */
export const alertGroups = ['orders', 'returns', 'problems'] as const
export type AlertGroup = (typeof alertGroups)[number]

/** Kinds of notifications, which staff choose for themselves, in the order of the form. */
export const notificationKinds = [
  ...alertGroups,
  'messages',
  'reviews',
  'connections',
  'jobs',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const alertGroupLabels = {
  orders: 'New and canceled orders, and requested changes',
  returns: 'Return requests',
  problems: 'Payment and printing problems',
} satisfies Record<AlertGroup, string>

export const notificationLabels = {
  ...alertGroupLabels,
  messages: 'New messages',
  reviews: 'Reviews to approve',
  connections: 'Connections that fail or expire',
  jobs: 'Failed background jobs',
} satisfies Record<NotificationKind, string>

/** The permissions that a kind of notification can need. Each notification names the one it needs. */
const kindPermissions = {
  orders: ['orders:read'],
  returns: ['orders:read'],
  problems: ['orders:read'],
  messages: ['messages:read'],
  reviews: ['reviews:write'],
  connections: ['integrations:use', 'posts:import', 'social:write'],
  jobs: ['users:activate'],
} satisfies Record<NotificationKind, readonly Permission[]>

export type OrderAlert =
  | 'order'
  | 'canceled'
  | 'change-paid'
  | 'change-unpaid'
  | 'change-refused'
  | 'return'
  | 'disputed'
  | 'refund-failed'
  | 'over-refunded'
  | 'mismatch'
  | 'wrong-item'

/** The kind of each alert about an order and its sentences; `{order}` is the order's number. */
export const orderAlerts = {
  order: { kind: 'orders', title: 'New order {order}', text: 'It’s paid and ready to go.' },
  canceled: {
    kind: 'orders',
    title: '{order} was canceled by the customer',
    text: 'The shop refunded it. Don’t print it.',
  },
  'change-paid': {
    kind: 'orders',
    title: 'The customer paid for the change to {order}',
    text: 'The change was made. If the order was on hold or canceled on Printful, send it to print.',
  },
  'change-unpaid': {
    kind: 'orders',
    title: 'The customer didn’t pay for the change to {order}',
    text: 'The request has ended. See the order for details.',
  },
  'change-refused': {
    kind: 'orders',
    title: 'The change to {order} couldn’t be made',
    text: 'The customer had paid for it. We’re refunding the difference.',
  },
  return: {
    kind: 'returns',
    title: 'Return requested for {order}',
    text: 'The customer is waiting for your answer.',
  },
  disputed: {
    kind: 'problems',
    title: 'The payment for {order} is contested',
    text: 'The customer or their bank opened a case with PayPal. Respond to it on PayPal before its deadline.',
  },
  'refund-failed': {
    kind: 'problems',
    title: 'A refund for {order} didn’t go through',
    text: 'No money was sent. See the order for details.',
  },
  'over-refunded': {
    kind: 'problems',
    title: 'Too much may have been refunded for {order}',
    text: 'Part of what PayPal refunded was already spent from this order’s gift card or issued as store credit. If the store credit hasn’t been used, you can disable its card.',
  },
  mismatch: {
    kind: 'problems',
    title: 'A payment doesn’t match {order}',
    text: 'Check it before anything is printed.',
  },
  'wrong-item': {
    kind: 'problems',
    title: 'Printful has a different item for {order}',
    text: 'The shop won’t print it as it is. Swap the item again, or correct the draft on Printful.',
  },
} as const satisfies Record<OrderAlert, { kind: AlertGroup; title: string; text: string }>

/** How a staff member gets a kind of notification. */
export type NotificationChoice = { inApp: boolean; email: boolean }
export type NotificationChoices = Record<NotificationKind, NotificationChoice>
export type NotificationChannel = keyof NotificationChoice

/** The shop's own address gets emails about orders, so staff ask for emails of their own. */
const defaultChoice: NotificationChoice = { inApp: true, email: false }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function readChoice(stored: unknown): NotificationChoice {
  const { inApp, email } = isRecord(stored) ? stored : {}
  return {
    inApp: typeof inApp === 'boolean' ? inApp : defaultChoice.inApp,
    email: typeof email === 'boolean' ? email : defaultChoice.email,
  }
}

/** Returns the choices of a staff member from what is stored with their account; what is missing has its default. */
export function readChoices(stored: unknown): NotificationChoices {
  const choices = isRecord(stored) ? stored : {}
  return {
    orders: readChoice(choices.orders),
    returns: readChoice(choices.returns),
    problems: readChoice(choices.problems),
    messages: readChoice(choices.messages),
    reviews: readChoice(choices.reviews),
    connections: readChoice(choices.connections),
    jobs: readChoice(choices.jobs),
  }
}

/** The kinds of which a role may see at least some. */
export function notificationKindsFor(role: Role): NotificationKind[] {
  return notificationKinds.filter((kind) =>
    kindPermissions[kind].some((permission) => roleHasPermission(role, permission)),
  )
}

/** The kinds that a staff member may see and has chosen for the admin or for email. */
export function chosenKinds(
  role: Role,
  stored: unknown,
  channel: NotificationChannel,
): NotificationKind[] {
  const choices = readChoices(stored)
  return notificationKindsFor(role).filter((kind) => choices[kind][channel])
}

/** The permissions that notifications can need and that the role has. */
export function notificationPermissionsFor(role: Role): Permission[] {
  return [...new Set(Object.values(kindPermissions).flat())].filter((permission) =>
    roleHasPermission(role, permission),
  )
}

/** Times are ISO dates. */
export type ConnectionState = {
  /** 'Etsy' or 'The X account'. */
  name: string
  hasFailed: boolean
  expiresAt: string | null
  lastGoodAt: string | null
}

/**
 * Returns the notification about a connection that fails or expires. `occasion` identifies the problem, so that staff
 * are notified of it once. A connection that works and fails again is a new problem at most once a day; otherwise, an
 * unstable one would notify staff every 15 minutes.
 */
export function describeConnectionProblem(
  { name, hasFailed, expiresAt, lastGoodAt }: ConnectionState,
  now: Date,
): { title: string; text: string; occasion: string } {
  if (hasFailed)
    return {
      title: `${name} isn’t working`,
      text: 'The last call failed. Test the connection, and sign in again if it asks you to.',
      occasion: `failed:${lastGoodAt?.slice(0, 10) ?? 'never'}`,
    }
  if (expiresAt && Date.parse(expiresAt) <= now.getTime())
    return {
      title: `${name} is signed out`,
      text: 'The authorization expired. Sign in again to reconnect it.',
      occasion: `expired:${expiresAt}`,
    }
  return {
    title: `${name} expires soon`,
    text: 'Sign in again within the next 7 days to keep it connected.',
    occasion: `expiring:${expiresAt ?? ''}`,
  }
}
