import { cartChanges } from '@/app/(focused)/checkout/cart-changes'
import { parseTotalsChanged, totalsChangeMessages } from '@/app/(focused)/checkout/totals-changed'

const tee = {
  productId: 1,
  name: 'First Light Tee',
  price: 32,
  image: '',
  quantity: 2,
  size: 'M',
  color: 'Pine',
}
const tote = {
  productId: 2,
  name: 'After the Fire Tote',
  price: 24,
  image: '',
  quantity: 1,
  size: 'One Size',
  color: 'Default',
}
const ok = { status: 'ok' as const }

describe('cart check', () => {
  it('reports no changes when nothing has changed', () => {
    expect(
      cartChanges(
        [tee, tote],
        [
          { ...tee, ...ok, unitCents: 3200 },
          { ...tote, ...ok, unitCents: 2400 },
        ],
      ),
    ).toEqual({ prices: [], removed: [], sentences: [] })
  })

  it('updates the price of a line and adds a message', () => {
    const { prices, sentences } = cartChanges([tee], [{ ...tee, ...ok, unitCents: 3450 }])
    expect(prices).toEqual([{ key: { productId: 1, size: 'M', color: 'Pine' }, price: 34.5 }])
    expect(sentences).toEqual(['First Light Tee (Pine, size M) is now $34.50. It was $32.00.'])
  })

  it('removes unavailable and deleted products with a different message for each', () => {
    const { removed, sentences } = cartChanges(
      [tee, tote],
      [
        { ...tee, status: 'unavailable', unitCents: 3200 },
        { ...tote, status: 'gone', unitCents: null },
      ],
    )
    expect(removed).toHaveLength(2)
    expect(sentences).toEqual([
      'First Light Tee (Pine, size M) is out of stock, so we removed it from your cart.',
      'After the Fire Tote is no longer available, so we removed it from your cart.',
    ])
  })
})

describe('changed totals response', () => {
  it('is converted to cents', () => {
    expect(
      parseTotalsChanged({
        totals: {
          discount: '0.00',
          subtotal: '32.00',
          shipping: '5.99',
          tax: '2.56',
          giftCards: '0.00',
          total: '40.55',
        },
        lines: [
          { productId: 1, size: 'M', color: 'Pine', status: 'ok', unitPrice: '32.00', name: 'x' },
        ],
      }),
    ).toMatchObject({
      totals: {
        subtotalCents: 3200,
        discountCents: 0,
        shippingCents: 599,
        taxCents: 256,
        totalCents: 4055,
      },
      lines: [{ unitCents: 3200 }],
    })
    expect(parseTotalsChanged(undefined)).toEqual({ totals: null, lines: [] })
  })

  it('produces messages for changed shipping and total', () => {
    const before = {
      subtotalCents: 6200,
      discountCents: 0,
      shippingCents: 0,
      taxCents: 496,
      totalCents: 6696,
    }
    expect(
      totalsChangeMessages(before, { ...before, shippingCents: 599, totalCents: 7295 }),
    ).toEqual(['Shipping is now $5.99.', 'The total is now $72.95.'])
    expect(totalsChangeMessages(before, before)).toEqual([])
  })
})
