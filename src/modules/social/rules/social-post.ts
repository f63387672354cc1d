/** The networks that a post can go to, as in the API (admin specification 3). */
export const socialPlatforms = ['facebook', 'instagram', 'twitter', 'linkedin'] as const
export type SocialPlatform = (typeof socialPlatforms)[number]

export const socialPlatformLabels = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  linkedin: 'LinkedIn',
} satisfies Record<SocialPlatform, string>

/** The statuses of the specification, and `sending` while the worker delivers the post. */
export const socialPostStatuses = ['draft', 'scheduled', 'sending', 'published', 'failed'] as const
export type SocialPostStatus = (typeof socialPostStatuses)[number]

export const socialPostStatusLabels = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  published: 'Published',
  failed: 'Failed',
} satisfies Record<SocialPostStatus, string>

/** The choices of the form (admin specification 4); 'published' is 'Publish Now'. */
export const selectableStatuses = ['draft', 'scheduled', 'published'] as const
export type SelectableStatus = (typeof selectableStatuses)[number]

/** Statuses of one post on one network. `unknown`: it was sent, and no response came. */
export const deliveryStatuses = [
  'waiting',
  'sending',
  'published',
  'failed',
  'unknown',
  'by-hand',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const deliveryStatusLabels = {
  waiting: 'Waiting',
  sending: 'Sending',
  published: 'Published',
  failed: 'Failed',
  unknown: 'Unconfirmed',
  'by-hand': 'Posted manually',
} satisfies Record<DeliveryStatus, string>

/** The character counter of the form (admin specification 9). Only the limits of the networks are enforced. */
export const counterLength = 280

/** A post that is overdue by more than this, because the worker was stopped, needs a confirmation. */
export const staleAfterHours = 3

/** Splits on commas and drops a leading #, empty tags, and duplicates (admin specification 5). */
export function parseHashtags(input: string | readonly string[]): string[] {
  const tags = (typeof input === 'string' ? [input] : input).flatMap((text) => text.split(','))
  return [...new Set(tags.map((tag) => tag.trim().replace(/^#+/, '').trim()).filter(Boolean))]
}

/** Formats a tag for networks: letters, digits, and underscores. 'self care' → '#selfcare'; '' if nothing is left. */
export function toHashtag(tag: string): string {
  const name = tag.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]/gu, '')
  return name ? `#${name}` : ''
}

/** Derives the status of a post from its deliveries. An `unknown` one that is over waits for a user. */
export function derivePostStatus(
  deliveries: readonly { status: DeliveryStatus; isOver: boolean }[],
): SocialPostStatus {
  if (deliveries.length === 0) return 'draft'
  if (
    deliveries.some(
      ({ status, isOver }) =>
        status === 'waiting' || status === 'sending' || (status === 'unknown' && !isOver),
    )
  )
    return 'sending'
  return deliveries.every(({ status }) => status === 'published' || status === 'by-hand')
    ? 'published'
    : 'failed'
}

/** Whether a post may still be edited: it is not published anywhere, nor could it be. */
export function isPostEditable(
  status: SocialPostStatus,
  deliveries: readonly { status: DeliveryStatus }[],
): boolean {
  return (
    status === 'draft' ||
    status === 'scheduled' ||
    (status === 'failed' && deliveries.every((one) => one.status === 'failed'))
  )
}
