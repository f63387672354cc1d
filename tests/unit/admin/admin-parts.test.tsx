import { renderToStaticMarkup } from 'react-dom/server'

import { leaveLabel } from '@/admin/form/dialog'
import { RestoreDraftPrompt } from '@/admin/form/draft/restore-draft-prompt'
import { PictureList } from '@/admin/form/picture-list'
import { ImportButtons } from '@/admin/imports/import-buttons'
import { OrderTimeline } from '@/admin/orders/order-timeline'
import { VariantField } from '@/admin/orders/replace-items-dialog'
import { emptyProductForm, variantKey, variantValues } from '@/admin/products/product-form-values'
import { VariantsSection } from '@/admin/products/variants-section'
import { TaxStates } from '@/admin/settings/tax-rules'
import { ShopTimeZoneProvider } from '@/admin/shop-time-zone'
import { regionsWithSalesTax } from '@/platform/us/region-codes'
import { EmailText } from '@/ui/email-text'

it('an import button that wasn’t clicked keeps its label while another import runs', () => {
  const html = renderToStaticMarkup(
    <ImportButtons label="Import all products" isBusy onStart={() => {}} />,
  )
  expect(html).toContain('>Import all products<')
  expect(html).not.toContain('Importing…')
})

it.each([
  ['America/New_York', 'Nov 21, 9:41 PM'],
  ['Pacific/Auckland', 'Nov 22, 3:41 PM'],
])('a draft is offered with its time in the shop’s time zone, %s', (timeZone, time) => {
  const draft = { key: 'a', at: Date.UTC(2026, 10, 22, 2, 41), values: { title: 'Fern' } }
  const html = renderToStaticMarkup(
    <ShopTimeZoneProvider timeZone={timeZone}>
      <RestoreDraftPrompt offered={[draft]} bringBack={async () => {}} forget={() => {}} />
    </ShopTimeZoneProvider>,
  )
  expect(html.replaceAll('\u202f', ' ')).toContain(`“Fern” from ${time} wasn’t saved.`)
})

it('the timeline of an order calls its buyer the customer, as other screens do', () => {
  const event = {
    id: 1,
    type: 'placed',
    message: 'Order placed',
    actor: 'buyer',
    reason: null,
    createdAt: '2026-11-22T02:41:00.000Z',
  } as const
  expect(renderToStaticMarkup(<OrderTimeline events={[event]} />)).toContain('Customer · ')
})

it('an image that is in the trash says so in a list of images', () => {
  const picture = { id: 1, baseName: 'fern', alt: 'Fern', isTrashed: true }
  const shown = (pictures: (typeof picture)[]) =>
    renderToStaticMarkup(<PictureList label="Images" pictures={pictures} onChange={() => {}} />)
  expect(shown([picture])).toContain('In the trash')
  expect(shown([{ ...picture, isTrashed: false }])).not.toContain('In the trash')
})

it('the settings say where tax is collected: in the chosen states, else in the shop’s own, else nowhere', () => {
  const shown = (draft: Parameters<typeof TaxStates>[0]['draft']) => {
    const html = renderToStaticMarkup(<TaxStates draft={draft} set={() => {}} />)
    const text = /<summary>States where you collect tax: (.*?)<\/summary>/.exec(html)?.[1]
    // Choosing another state adds to those that are checked.
    return [text, html.match(/ checked=""/g)?.length ?? 0]
  }
  expect(shown({ homeState: null, taxStates: [] })).toEqual(['none', 0])
  expect(shown({ homeState: 'OH', taxStates: [] })).toEqual(['Ohio', 1])
  expect(shown({ homeState: 'OH', taxStates: ['CA', 'NY'] })).toEqual(['California, New York', 2])
  expect(shown({ homeState: null, taxStates: regionsWithSalesTax })).toEqual([
    'all of them',
    regionsWithSalesTax.length,
  ])
})

it('an email address can wrap before its @ and its dots', () =>
  expect(renderToStaticMarkup(<EmailText>wren.okafor@example.com</EmailText>)).toContain(
    'wren<wbr/>.okafor<wbr/>@example<wbr/>.com',
  ))

it('staff see the variants of an item in the order in which buyers see them', () => {
  const item = { id: 'a', name: 'Fern Tee', size: 'XS', color: 'Gray' }
  const variants = [{ size: 'M', color: 'Pine' }]
  const html = renderToStaticMarkup(
    <VariantField item={item} available={[{ itemId: 'a', variants }]} />,
  )
  for (const text of ['of Fern Tee (Gray, XS)', '>Gray, XS, as ordered<', '>Pine, M<'])
    expect(html).toContain(text)
})

it('a long SKU is in a textarea, so that it wraps and stays readable', () => {
  const variant = { size: 'XL', color: null }
  const form = { ...emptyProductForm, sizes: ['XL'], colors: [] }
  const sku = 'ONE-DAY-AT-A-TIME-TEE-CHARCOAL-XL'
  const variants = { [variantKey(variant)]: { ...variantValues(form, variant), sku } }
  const html = renderToStaticMarkup(
    <VariantsSection draft={{ ...form, variants }} set={() => {}} fields={{}} />,
  )
  expect(html).toMatch(new RegExp(`<textarea[^>]*aria-label="SKU of XL"[^>]*>${sku}</textarea>`))
})

it('the button that leaves a dialog doesn’t say Cancel where the other button cancels an order', () => {
  expect(['Delete', 'Cancel and refund', 'Change to Cancelled'].map(leaveLabel)).toEqual([
    'Cancel',
    'Go back',
    'Go back',
  ])
})
