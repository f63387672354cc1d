import { tz } from '@date-fns/tz'
import { addBusinessDays, endOfDay } from 'date-fns'

import { dayMs } from '@/platform/calendar-days'

/** waiting: verified, but an order, a return, or a dispute is still open. */
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
  waiting: 'Waiting',
  completed: 'Completed',
  withdrawn: 'Canceled',
  refused: 'Not verified',
} satisfies Record<DataRequestStatus, string>

/** Statuses of requests that are not closed. One person has at most one such request. */
export const openDataRequestStatuses = [
  'received',
  'verified',
  'waiting',
] as const satisfies readonly DataRequestStatus[]
export function isOpenDataRequest(status: DataRequestStatus): boolean {
  return (openDataRequestStatuses as readonly DataRequestStatus[]).includes(status)
}

/** Deadlines of a request (storefront specification, section 9), and the days in which it can be withdrawn. */
export const deletionPeriods = {
  acknowledgeBusinessDays: 2,
  verifyBusinessDays: 5,
  completeDays: 30,
  linkBusinessDays: 2,
  takeBackDays: 7,
  shippedDays: 30,
} as const

/**
 * Returns the end of the nth business day (Monday to Friday) after the day of `from` in a time zone. Holidays count as
 * business days, so a deadline is too early rather than too late.
 */
export function endOfBusinessDay(from: Date, days: number, timeZone: string): Date {
  return new Date(endOfDay(addBusinessDays(from, days, { in: tz(timeZone) })).getTime())
}

/**
 * Returns the deadlines that start when a request comes in. An emailed request may be entered days later, and the person
 * still gets two business days to follow the link.
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

/** How long ago an emailed request may have come in. */
export const maxReceivedDaysAgo = 60

/** Returns the deadlines that start with the verification. They are exact days, so no time zone makes them longer. */
export function deadlinesFromVerification(verifiedAt: Date): {
  eraseAfter: Date
  completeBy: Date
} {
  return {
    eraseAfter: new Date(verifiedAt.getTime() + deletionPeriods.takeBackDays * dayMs),
    completeBy: new Date(verifiedAt.getTime() + deletionPeriods.completeDays * dayMs),
  }
}

/** Why an erasure waits, for the person to read. */
export const waitingReasons = {
  order:
    'An order is still on its way or shipped less than 30 days ago. We need your name and address until it’s complete.',
  return: 'A return isn’t finished yet. We’ll delete everything once it is.',
  payment: 'A payment or refund is still being processed. We’ll delete everything once it’s done.',
  staff: 'This is a staff account. Another super admin has to change its role to Customer first.',
} as const
export type WaitingReason = keyof typeof waitingReasons

/** What replaces personal data in records that have to stay. None of it is an address that could be written to. */
export const erasedValues = {
  email: 'erased',
  firstName: 'Erased',
  author: 'A former customer',
  actor: 'A former member of staff',
} as const

/** A closed request keeps nothing of its person. The address is deleted once the last email is sent. */
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

/** A gift card that was sent keeps nothing of its recipient. Its sender stays with the buyer. */
export const erasedRecipient = {
  recipientName: null,
  recipientEmail: erasedValues.email,
  message: null,
} as const
