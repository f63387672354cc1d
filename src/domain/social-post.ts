/** Admin specification 3. The networks a post can go to, as the calls name them. */
export const socialPlatforms = ['facebook', 'instagram', 'twitter', 'linkedin'] as const
export type SocialPlatform = (typeof socialPlatforms)[number]

export const socialPlatformLabels = { facebook: 'Facebook', instagram: 'Instagram', twitter: 'X (Twitter)', linkedin: 'LinkedIn' } satisfies Record<SocialPlatform, string>

/** The four of the specification, and `sending` while the worker is at it. */
export const socialPostStatuses = ['draft', 'scheduled', 'sending', 'published', 'failed'] as const
export type SocialPostStatus = (typeof socialPostStatuses)[number]

export const socialPostStatusLabels = {
  draft: 'Draft', scheduled: 'Scheduled', sending: 'Sending', published: 'Published', failed: 'Failed',
} satisfies Record<SocialPostStatus, string>
