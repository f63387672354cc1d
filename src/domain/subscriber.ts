/** pending: asked, not confirmed. cleaned: their mailbox does not exist (any more). */
export const subscriberStatuses = ['pending', 'subscribed', 'unsubscribed', 'cleaned'] as const
export type SubscriberStatus = (typeof subscriberStatuses)[number]

export const subscriberStatusLabels = {
  pending: 'Waiting for confirmation', subscribed: 'Subscribed', unsubscribed: 'Unsubscribed', cleaned: 'Address not reachable',
} satisfies Record<SubscriberStatus, string>
