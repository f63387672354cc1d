/** The services whose screens share one connection panel. Social networks are accounts of their own (social-post.ts). */
export const integrations = ['printful', 'etsy', 'instagram', 'tiktok', 'mailchimp'] as const
export type Integration = (typeof integrations)[number]

export const integrationLabels = {
  printful: 'Printful', etsy: 'Etsy', instagram: 'Instagram', tiktok: 'TikTok', mailchimp: 'Mailchimp',
} satisfies Record<Integration, string>

/** What runs as a job with progress. One at a time per service. */
export const syncKinds = ['printful-sync', 'printful-push', 'etsy-import', 'instagram-import', 'tiktok-import', 'mailchimp-sync'] as const
export type SyncKind = (typeof syncKinds)[number]

export const syncStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type SyncStatus = (typeof syncStatuses)[number]
