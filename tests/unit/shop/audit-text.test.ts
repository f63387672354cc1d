import { actionLabel, detailsText, subjectHref } from '@/admin/audit/audit-text'

it.each([
  ['product.updated', 'Updated product'],
  ['category.changed', 'Updated category'],
  ['social.created', 'Created social post'],
  ['media.deleted', 'Deleted file'],
  ['content.trashed', 'Moved content to trash'],
  ['order.refunded', 'Refunded an order'],
  ['user.role_changed', 'Changed a user’s role'],
  ['connection.connected', 'Connected a service'],
  ['connection.disconnected', 'Disconnected a service'],
])('%s is shown as "%s"', (action, label) => expect(actionLabel(action)).toBe(label))

it('details are shown in plain words with formatted amounts, but without API keys', () => {
  expect(
    detailsText({
      fields: ['basePrice', 'seoTitle'],
      amountCents: 525,
      lookedThere: false,
      apiKey: 'df_12',
    }),
  ).toBe('Changed: base price, seo title. Amount: $5.25')
})

it('subjects with an admin screen link to it', () => {
  expect(subjectHref('product', '12')).toBe('/admin/products/12')
  expect(subjectHref('content', '22')).toBe('/admin/content?edit=22')
  expect(subjectHref('settings', null)).toBeNull()
})

it('explains what the names of details don’t', () => {
  expect(detailsText({ accept: true, again: true })).toBe('Despite a warning. Sent again')
  expect(detailsText({ network: 'twitter', lookedThere: true })).toBe(
    'Network: twitter. Checked on the network',
  )
  expect(detailsText({ salePriceCents: 2400, together: 3 })).toBe(
    'Sale price: $24.00. Products changed at once: 3',
  )
})

it('leaves out options that weren’t used', () => {
  expect(detailsText({ accept: false, again: false })).toBe('')
})
