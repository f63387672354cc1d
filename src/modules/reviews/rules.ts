/** How a reviewer wants to be named; the row keeps the words, not the choice. */
export const reviewNameFormats = ['initial', 'first', 'nobody'] as const
export type ReviewNameFormat = (typeof reviewNameFormats)[number]

/** Shown where somebody gave no name, or wants none shown. */
export const anonymousReviewer = 'A Dayfern customer'

type Person = { firstName?: string | null; lastName?: string | null }

/** 'Wren O.', 'Wren', or no name at all. Never the whole last name. */
export function formatReviewAuthor(
  { firstName, lastName }: Person,
  showAs: ReviewNameFormat,
): string {
  const first = firstName?.trim() ?? ''
  if (showAs === 'nobody' || !first) return anonymousReviewer
  const initial = showAs === 'initial' ? [...(lastName?.trim() ?? '')][0]?.toUpperCase() : undefined
  return (initial ? `${first} ${initial}.` : first).slice(0, 80)
}

/** Which choice made these words, for the form that changes them. */
export function detectReviewNameFormat(author: string, person: Person): ReviewNameFormat {
  return (
    reviewNameFormats.find((choice) => formatReviewAuthor(person, choice) === author) ?? 'initial'
  )
}

/** Orders in which a piece counts as bought: paid and not taken back. */
export const purchasedStatuses = ['paid', 'processing', 'shipped', 'delivered'] as const

export const reviewStatusMessages = {
  waiting: {
    label: 'Waiting',
    says: 'A person reads it before it appears. You can still change it.',
  },
  approved: { label: 'Shown', says: 'It stands on the page of the piece.' },
  rejected: {
    label: 'Not shown',
    says: 'It does not appear. You can delete it and write a new one.',
  },
} as const
