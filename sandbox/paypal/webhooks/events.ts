import type { DomainEvent } from '../context'
import { newEventId } from '../ids'
import type { EventRecord } from '../state'

/** PayPal's envelope, serialised once: the bytes that are signed are the bytes that are sent. */
export function createEvent(
  clientId: string,
  event: DomainEvent,
  now: number,
  origin: string,
): EventRecord {
  const id = newEventId()
  const self = `${origin}/v1/notifications/webhooks-events/${id}`
  const raw = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: new Date(now).toISOString(),
    resource_type: event.resourceType,
    resource_version: '2.0',
    event_type: event.type,
    summary: event.summary,
    resource: event.resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  })
  return { clientId, id, type: event.type, createdAt: now, raw }
}
