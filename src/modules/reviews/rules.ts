/** How a reviewer wants to be named; the row stores the resulting name, not the choice. */
export const reviewNameFormats = ['initial', 'first', 'nobody'] as const
export type ReviewNameFormat = (typeof reviewNameFormats)[number]

/** Shown if someone gave no name, or wants none shown. */
const anonymousReviewer = 'A Dayfern customer'

type Reviewer = { firstName?: string | null; lastName?: string | null }

/** 'Wren O.', 'Wren', or no name at all. Never the whole last name. */
export function formatReviewAuthor(
  { firstName, lastName }: Reviewer,
  showAs: ReviewNameFormat,
): string {
  const first = firstName?.trim() ?? ''
  if (showAs === 'nobody' || !first) return anonymousReviewer
  const initial = showAs === 'initial' ? [...(lastName?.trim() ?? '')][0]?.toUpperCase() : undefined
  return (initial ? `${first} ${initial}.` : first).slice(0, 80)
}

/** The format that produced `author`, for the form that changes it. */
export function detectReviewNameFormat(author: string, reviewer: Reviewer): ReviewNameFormat {
  return (
    reviewNameFormats.find((choice) => formatReviewAuthor(reviewer, choice) === author) ?? 'initial'
  )
}

/** Statuses in which a product counts as bought: paid and not refunded. */
export const purchasedStatuses = ['paid', 'processing', 'shipped', 'delivered'] as const
export type PurchasedStatus = (typeof purchasedStatuses)[number]
/** Those in which it may have arrived, so that the account suggests a review. */
export const receivedStatuses = ['shipped', 'delivered'] as const

export const reviewStatusMessages = {
  waiting: {
    label: 'Waiting',
    says: 'We read every review before it goes live. You can still change it.',
  },
  approved: { label: 'Shown', says: 'It’s live on the product page.' },
  rejected: { label: 'Not shown', says: 'It isn’t shown. You can delete it and write a new one.' },
} as const
