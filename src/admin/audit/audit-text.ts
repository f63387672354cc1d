import type { AuditRow } from '@/modules/shop/queries/list-audit-events'
import { connectionLabels } from '@/platform/connections/definitions'
import { formatMoney } from '@/platform/money'

/** Entries whose text can't be derived from their names. */
const actionLabels: Record<string, string> = {
  'user.invited': 'Invited a staff member',
  'user.invitation_accepted': 'Accepted an invitation',
  'user.role_changed': 'Changed a user’s role',
  'user.password_changed': 'Changed their password',
  'user.recovery_codes_made': 'Created recovery codes',
  'user.second_factor_on': 'Turned on two-step verification',
  'user.second_factor_off': 'Turned off two-step verification',
  'user.passkey_added': 'Added a passkey',
  'user.passkey_removed': 'Removed a passkey',
  'user.owner_recovery_made': 'Created a recovery link for an owner',
  'user.backup_codes_made': 'Created backup codes',
  'user.backup_code_used': 'Signed in with a backup code',
  'user.sign_in_connected': 'Connected a sign-in method',
  'user.sign_in_disconnected': 'Disconnected a sign-in method',
  'user.paused': 'Paused their account',
  'user.deactivated': 'Deactivated a user',
  'shop.go_live_confirmed': 'Confirmed a go-live check',
  'shop.demo_removed': 'Removed the demo’s data',
  'backup.made': 'Made a backup',
  'backup.failed': 'Couldn’t make a backup',
  'order.asked_to_print': 'Submitted an order to Printful',
  'order.canceled_at_printer': 'Canceled an order at Printful',
  'order.refunded': 'Refunded an order',
  'order.payment_link_sent': 'Sent a payment link for an order',
  'order.created_by_staff': 'Created an order for a customer',
  'order.replaced': 'Resent items from an order',
  'order.address_changed': 'Changed the address on an order',
  'order.item_changed': 'Changed an item in an order',
  'order.change_requested': 'Asked a customer to pay for a change',
  'order.change_request_withdrawn': 'Withdrew a request to pay for a change',
  'return.message': 'Sent a message about a return',
  'discount.codes_added': 'Added discount codes',
  'discount.code_deleted': 'Deleted a discount code',
  'gift_card.issued': 'Issued a gift card',
  'gift_card.disabled': 'Disabled a gift card',
  'gift_card.enabled': 'Enabled a gift card',
  'api_key.made': 'Created an API key',
  'api_key.revoked': 'Revoked an API key',
  'connection.connected': 'Connected a service',
  'connection.disconnected': 'Disconnected a service',
  'connection.keys_saved': 'Saved the keys for a connection',
  'connection.switched_on': 'Turned on a connection',
  'connection.webhook_made': 'Turned on webhooks',
  'printful.webhook_set': 'Turned on Printful webhooks',
  'social.publish_requested': 'Published a social post',
  'orders.exported': 'Exported orders',
  'subscribers.exported': 'Exported subscribers',
  'product.sale_set': 'Put a product on sale',
  'product.sale_ended': 'Ended a product’s sale',
  'products.imported': 'Imported products',
  'person.erased': 'Erased a person’s data',
  'data_request.refused': 'Declined a data request',
  'customer.note_added': 'Added a note about a customer',
  'customer.note_edited': 'Edited a note about a customer',
  'customer.note_deleted': 'Deleted a note about a customer',
  'customer.tax_exempted': 'Noted that a customer is tax-exempt',
  'customer.tax_exemption_removed': 'Removed a customer’s tax exemption',
  'settings.changed': 'Changed the settings',
}
const nouns: Record<string, string> = {
  api_key: 'API key',
  media: 'file',
  social: 'social post',
  'social-post': 'social post',
}
const verbs: Record<string, string> = { changed: 'Updated', made: 'Created' }

const sentenceCase = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
/** 'basePrice', 'base_price' → 'base price' */
const toWords = (name: string): string =>
  name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after}`)
    .toLowerCase()

/** 'product.updated' → 'Updated product' */
export function actionLabel(action: string): string {
  const label = actionLabels[action]
  if (label) return label
  const [subject = '', event = ''] = action.split('.')
  const noun = nouns[subject] ?? toWords(subject)
  if (event === 'trashed') return `Moved ${noun} to trash`
  return `${verbs[event] ?? sentenceCase(toWords(event))} ${noun}`
}

const detailLabels: Record<string, string> = {
  fields: 'Changed',
  accept: 'Despite a warning',
  again: 'Sent again',
  lookedThere: 'Checked on the network',
  network: 'Network',
  replacementId: 'Replacement order’s ID',
  together: 'Products changed at once',
  from: 'From',
  to: 'To',
}
/** 'amountCents: 525' → 'Amount: $5.25' */
function detailText([name, value]: [string, unknown]): string {
  if (name.endsWith('Cents') && typeof value === 'number')
    return `${sentenceCase(toWords(name.slice(0, -5)))}: ${formatMoney(value)}`
  const label = detailLabels[name] ?? sentenceCase(toWords(name))
  if (value === true) return label
  const values = [value].flat()
  return `${label}: ${(name === 'fields' ? values.map(String).map(toWords) : values).join(', ')}`
}

/** Details that mean nothing to people. */
const programDetails = ['apiKey', 'fingerprint', 'addressHashes']

/**
 * The details of an entry as text. Options that weren't used are left out, and so are API keys: they're shown with who
 * did it.
 */
export function detailsText(details: AuditRow['details']): string {
  return Object.entries(details ?? {})
    .filter(([name, value]) => !programDetails.includes(name) && value !== null && value !== false)
    .map(detailText)
    .join('. ')
}

/** Returns the screen of an entry's document; null if it has none. */
export function subjectHref(type: string | null, id: string | null): string | null {
  if (!type || !id) return null
  const hrefs: Record<string, string> = {
    product: `/admin/products/${id}`,
    order: `/admin/orders/${id}`,
    customer: `/admin/customers/${id}`,
    content: `/admin/content?edit=${id}`,
    page: `/admin/pages?edit=${id}`,
    'social-post': `/admin/social?edit=${id}`,
    category: '/admin/categories',
    discount: `/admin/discounts/${id}`,
    draft_order: `/admin/draft-orders/${id}`,
    gift_card: `/admin/gift-cards/${id}`,
    media: '/admin/media',
    user: '/admin/users',
    review: '/admin/reviews',
    data_request: '/admin/data-requests',
    api_key: '/admin/api-keys',
  }
  return hrefs[type] ?? null
}

/** 'Fern Tee', or 'product 12' for what has no title or is gone. */
export function subjectText({ subjectType, subjectId }: AuditRow, title: string | undefined) {
  if (!subjectType) return '—'
  const services: Record<string, string> = connectionLabels
  const service = subjectType === 'connection' ? services[subjectId ?? ''] : undefined
  if (service) return service
  const noun = sentenceCase(nouns[subjectType] ?? toWords(subjectType))
  return title ? title.slice(0, 80) : `${noun} ${subjectId ?? ''}`.trim()
}
