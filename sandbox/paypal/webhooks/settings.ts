import { z } from 'zod'

/** How deliveries behave; set over the control port. Fields left out stay as they are. */
export const webhookSettingsSchema = z.strictObject({
  /** Where the default webhook `WH-SANDBOX` delivers; null delivers nowhere. */
  url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .optional(),
  /** Extra copies of each delivery. */
  duplicates: z.int().min(0).max(50).optional(),
  /** Newest first instead of oldest first. */
  shuffle: z.boolean().optional(),
  /** Sign with a key that is not the certificate's. */
  forge: z.boolean().optional(),
  /** Keep everything until a flush, or until this is false again. */
  paused: z.boolean().optional(),
  /** From the event to its first delivery. */
  delayMs: z.int().min(0).max(600_000).optional(),
})

export type WebhookSettings = Required<Omit<z.infer<typeof webhookSettingsSchema>, 'url'>>

export const DEFAULT_WEBHOOK_SETTINGS: WebhookSettings = {
  duplicates: 0,
  shuffle: false,
  forge: false,
  paused: false,
  delayMs: 50,
}

/** The webhook id of the URL that the sandbox was started with. */
export const DEFAULT_WEBHOOK_ID = 'WH-SANDBOX'
