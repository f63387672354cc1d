import { endOfBusinessDay } from './business-days'

/** waiting: verified, but an order or a dispute is still open. */
export const dataRequestStatuses = [
  'received',
  'verified',
  'waiting',
  'completed',
  'withdrawn',
  'refused',
] as const
export type DataRequestStatus = (typeof dataRequestStatuses)[number]

export const dataRequestStatusLabels = {
  received: 'Received',
  verified: 'Verified',
  waiting: 'Waiting for an open order',
  completed: 'Completed',
  withdrawn: 'Withdrawn',
  refused: 'Not verified',
} satisfies Record<DataRequestStatus, string>

/** Requests on which something can still happen. One person has at most one of them. */
export const openDataRequestStatuses = [
  'received',
  'verified',
  'waiting',
] as const satisfies readonly DataRequestStatus[]
export function isOpenDataRequest(status: DataRequestStatus): boolean {
  return (openDataRequestStatuses as readonly DataRequestStatus[]).includes(status)
}

/** What the shop promises about a request (storefront specification, section 9), and the days in which it can be taken back. */
export const deletionPeriods = {
  acknowledgeBusinessDays: 2,
  verifyBusinessDays: 5,
  completeDays: 30,
  linkBusinessDays: 2,
  takeBackDays: 7,
  shippedDays: 30,
} as const

const dayMs = 86_400_000

/**
 * The deadlines that begin when a request comes in. One that came by mail may be entered days later: the person still
 * gets two business days to follow the link.
 */
export function deadlinesFromReceipt(
  receivedAt: Date,
  enteredAt: Date,
  timeZone: string,
): { acknowledgeBy: Date; verifyBy: Date } {
  return {
    acknowledgeBy: endOfBusinessDay(receivedAt, deletionPeriods.acknowledgeBusinessDays, timeZone),
    verifyBy: new Date(
      Math.max(
        endOfBusinessDay(receivedAt, deletionPeriods.verifyBusinessDays, timeZone).getTime(),
        endOfBusinessDay(enteredAt, deletionPeriods.linkBusinessDays, timeZone).getTime(),
      ),
    ),
  }
}

/** How many days back a mail may have come. */
export const maxReceivedDaysAgo = 60

/** Those that begin when we know who asks: exact days, so that no time zone makes them longer than promised. */
export function deadlinesFromVerification(verifiedAt: Date): {
  eraseAfter: Date
  completeBy: Date
} {
  return {
    eraseAfter: new Date(verifiedAt.getTime() + deletionPeriods.takeBackDays * dayMs),
    completeBy: new Date(verifiedAt.getTime() + deletionPeriods.completeDays * dayMs),
  }
}

/** Why an erasure waits, in words for the person. */
export const waitingReasons = {
  order:
    'An order of yours is still on its way, or was shipped less than 30 days ago. We need your name and address until it is settled.',
  payment:
    'A payment or refund of yours is still being settled. We erase everything once that is done.',
  staff:
    'This account works for the shop. Its role has to be changed to customer first; another owner can do that.',
} as const
export type WaitingReason = keyof typeof waitingReasons

/** What replaces personal data in records that have to stay. None of it is an address that could be written to. */
export const erasedValues = {
  email: 'erased',
  firstName: 'Erased',
  author: 'A former customer',
  actor: 'A former member of staff',
} as const

/** What a closed request keeps of its person: nothing. The address goes once the last email is out. */
export const erasedRequest = {
  user: null,
  fullName: null,
  otherEmails: null,
  accountCreated: null,
  reason: null,
  note: null,
} as const

export const erasedReview = {
  author: erasedValues.author,
  customer: null,
  order: null,
  note: null,
} as const
