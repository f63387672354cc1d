import {
  emptyProductForm,
  toOverwriteRequest,
  toProductRequest,
  variantKey,
  withAssignedValues,
} from '@/admin/products/product-form-values'

describe('sale times in the product form', () => {
  it.each([
    ['America/New_York', '2026-11-27T00:00', '2026-11-27T05:00:00.000Z'],
    ['America/New_York', '2026-07-04T00:00', '2026-07-04T04:00:00.000Z'],
    // A time that daylight saving skips is moved one hour later.
    ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z'],
    ['America/Los_Angeles', '2026-11-27T00:00', '2026-11-27T08:00:00.000Z'],
  ])('are in the shop’s time zone: in %s, %s is %s', (timeZone, saleStartsAt, expected) => {
    const request = toProductRequest({ ...emptyProductForm, saleStartsAt }, timeZone)
    expect([request.saleStartsAt, request.saleEndsAt]).toEqual([expected, null])
  })

  it('show the start that was saved, unless another one was entered meanwhile', () => {
    const sent = { ...emptyProductForm, saleStartsAt: '2026-01-01T00:00' }
    const saved = { slug: 'tee', saleStartsAt: '2026-11-27T05:00:00.000Z', variants: [] }
    const startOf = (draft: typeof sent): string =>
      withAssignedValues(draft, saved, sent, 'America/New_York').saleStartsAt
    expect(startOf(sent)).toBe('2026-11-27T00:00')
    expect(startOf({ ...sent, saleStartsAt: '2026-12-24T00:00' })).toBe('2026-12-24T00:00')
  })
})

it('sends of each variant only what was changed when it overwrites someone else’s save', () => {
  const variant = {
    sku: 'A',
    priceOverride: '',
    cost: '',
    available: true,
    unavailableReason: null,
  }
  const small = { size: 'S', color: null }
  const medium = { size: 'M', color: null }
  const saved = {
    ...emptyProductForm,
    name: 'Fern tee',
    sizes: ['S', 'M'],
    colors: [],
    variants: { [variantKey(small)]: variant, [variantKey(medium)]: { ...variant, sku: 'B' } },
  }
  const overwrite = (change: Partial<typeof saved>) =>
    toOverwriteRequest(saved, { ...saved, ...change }, 'America/New_York')
  expect(overwrite({ name: 'Moss tee' })).toEqual({ name: 'Moss tee' })
  const variants = {
    ...saved.variants,
    [variantKey(medium)]: { ...variant, sku: 'B', cost: '9.50' },
  }
  expect(overwrite({ variants })).toEqual({ variants: [small, { ...medium, cost: '9.50' }] })
  expect(overwrite({ sizes: ['M', 'L'] })).toEqual({
    sizesAvailable: ['M', 'L'],
    variants: [
      medium,
      { size: 'L', color: null, sku: '', priceOverride: '', cost: '', available: true },
    ],
  })
})
