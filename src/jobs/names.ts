/** Every job with what it is given. Ids only: what a job does, it reads fresh. */
export type JobPayloads = {
  'send-order-received': { orderId: number }
  'send-payment-pending': { orderId: number }
  'send-order-link': { orderId: number }
  'process-webhook-event': { eventId: number }
  'reconcile-payments': Record<string, never>
}
export type JobName = keyof JobPayloads
