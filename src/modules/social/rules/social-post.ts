/** Admin specification 3. The networks a post can go to, as the calls name them. */
export const socialPlatforms = ['facebook', 'instagram', 'twitter', 'linkedin'] as const
export type SocialPlatform = (typeof socialPlatforms)[number]

export const socialPlatformLabels = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  linkedin: 'LinkedIn',
} satisfies Record<SocialPlatform, string>

/** The four of the specification, and `sending` while the worker is at it. */
export const socialPostStatuses = ['draft', 'scheduled', 'sending', 'published', 'failed'] as const
export type SocialPostStatus = (typeof socialPostStatuses)[number]

export const socialPostStatusLabels = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  published: 'Published',
  failed: 'Failed',
} satisfies Record<SocialPostStatus, string>

/** What the form offers (admin specification 4); 'published' is its 'Publish Now'. */
export const selectableStatuses = ['draft', 'scheduled', 'published'] as const
export type SelectableStatus = (typeof selectableStatuses)[number]

/** One post on one network. `unknown`: handed over, and no answer came. */
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
  unknown: 'Not sure',
  'by-hand': 'Posted by hand',
} satisfies Record<DeliveryStatus, string>

/** Admin specification 9: the counter beside the text. It is shown and enforces nothing; the limits of the networks do. */
export const counterLength = 280

/** A post whose time passed longer ago than this, because the worker stood still, asks before it goes out. */
export const staleAfterHours = 3

/** Admin specification 5: split on commas, a leading # removed, empties dropped; nothing twice. */
export function parseHashtags(given: string | readonly string[]): string[] {
  const words = (typeof given === 'string' ? [given] : given).flatMap((text) => text.split(','))
  return [...new Set(words.map((word) => word.trim().replace(/^#+/, '').trim()).filter(Boolean))]
}

/** As networks read it: letters, figures and underscores. 'self care' → '#selfcare'; '' when nothing is left. */
export function toHashtag(word: string): string {
  const name = word.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]/gu, '')
  return name ? `#${name}` : ''
}

/** Where a post stands, from where it stands on each network. `unknown` waits for a person once looking did not help. */
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

/** Whether its words may still change: nothing of it is out, or may be. */
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
