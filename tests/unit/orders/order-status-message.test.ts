import { orderStatusMessage } from '@/components/order/order-status-message'
import { timelineSteps } from '@/components/order/timeline-steps'
import { orderStatuses } from '@/modules/orders/rules/order-status'

const paymentStates = [
  'none',
  'created',
  'capturing',
  'pending',
  'declined',
  'completed',
  'mismatch',
] as const
const cardsOnly = {
  subtotalCents: 0,
  discountCents: 0,
  shippingCents: 0,
  taxCents: 0,
  purchasedCardsCents: 5000,
  totalCents: 5000,
}
const wren = { orderNumber: 'DF-1089', firstName: 'Wren', email: 'wren@example.com' }

describe('order page message', () => {
  it('promises no receipt for items that are sent again', () => {
    const replaced = (replacement: 'exchange' | 'other') =>
      orderStatusMessage({ ...wren, status: 'paid', paymentState: 'completed', replacement })
    expect(replaced('exchange')).toMatchObject({
      title: 'We’re sending your exchange.',
      lead: 'It’s waiting to be printed, at no charge. We’ll email wren@example.com when it ships.',
    })
    expect(replaced('other').title).toBe('We’re sending you a replacement.')
  })

  it('says how to get a new payment link once the one from staff can’t be used', () => {
    for (const [status, paymentState] of [
      ['pending', 'none'],
      ['pending', 'declined'],
      ['cancelled', 'created'],
    ] as const) {
      const lead = (isLinkClosed: boolean) =>
        orderStatusMessage({ ...wren, status, paymentState, isLinkClosed }).lead
      expect(lead(true)).toContain('email us, and we’ll send you a new payment link')
      expect(lead(true)).not.toContain('at checkout')
      expect(lead(false)).not.toContain('payment link')
    }
  })

  it('says that an email about the rest follows once a part has shipped', () => {
    const lead = (shipments: Parameters<typeof orderStatusMessage>[0]['shipments']) =>
      orderStatusMessage({ ...wren, status: 'processing', paymentState: 'completed', shipments })
        .lead
    expect(lead([])).toBe('We’ll email you when it ships.')
    const tracking = { carrier: null, trackingNumber: null, trackingUrl: null }
    expect(lead([{ ...tracking, isReplacement: false, isReturned: false, contents: [] }])).toBe(
      'We’ll email you when the rest ships.',
    )
  })

  it('says that a package came back instead of that it’s on its way or was delivered', () => {
    for (const status of ['shipped', 'delivered'] as const)
      expect(
        orderStatusMessage({
          ...wren,
          status,
          paymentState: 'completed',
          isReturnedToSender: true,
        }),
      ).toMatchObject({
        title: 'Your order came back to us.',
        lead: expect.stringContaining('it won’t reach you') as string,
      })
    const refunded = { status: 'refunded', paymentState: 'completed' } as const
    expect(orderStatusMessage({ ...wren, ...refunded, isReturnedToSender: true }).title).toBe(
      'Your order was refunded.',
    )
  })

  it.each(
    orderStatuses.flatMap((status) =>
      paymentStates.map((paymentState) => ({ status, paymentState })),
    ),
  )('has a title and text for a $status order with payment $paymentState', (state) => {
    const { title, lead } = orderStatusMessage({ ...wren, ...state })
    expect(title).toMatch(/\.$/)
    expect(lead.length).toBeGreaterThan(20)
  })

  it('says that nothing was charged only when the payment was declined', () => {
    for (const paymentState of paymentStates)
      expect(
        /nothing was charged/i.test(
          orderStatusMessage({ ...wren, status: 'pending', paymentState }).lead,
        ),
      ).toBe(paymentState === 'declined')
  })

  it('never asks for another payment while the outcome is unknown', () => {
    for (const paymentState of ['capturing', 'pending', 'mismatch', 'completed'] as const) {
      const words = orderStatusMessage({ ...wren, status: 'pending', paymentState })
      expect(words).toMatchObject({ unpaid: false, watch: true })
    }
    expect(
      orderStatusMessage({ ...wren, status: 'pending', paymentState: 'declined' }).unpaid,
    ).toBe(true)
  })

  it('sends nobody to a checkout whose cart was emptied by a payment that was denied later', () => {
    const leadOf = (type: string) =>
      orderStatusMessage({
        ...wren,
        status: 'pending',
        paymentState: 'declined',
        events: [{ type, message: '', at: '2026-11-17T10:00:00.000Z' }],
      }).lead
    expect(leadOf('placed')).toMatch(/try again at checkout\.$/)
    expect(leadOf('payment_pending')).toMatch(/order again anytime\.$/)
  })

  it('says where a refund went, and nothing about money that it doesn’t know of', () => {
    const refundedTo = (...places: ('paypal' | 'gift-card' | 'store-credit')[]) =>
      orderStatusMessage({
        ...wren,
        status: 'refunded',
        paymentState: 'completed',
        refunds: places.map((place) => ({ place, cents: 1000 })),
      }).lead
    const [bank, card, credit] = [/your bank/, /your gift card/, /store credit/]
    expect(refundedTo('paypal')).toMatch(bank)
    for (const other of [card, credit]) expect(refundedTo('paypal')).not.toMatch(other)
    expect(refundedTo('gift-card')).toMatch(card)
    expect(refundedTo('store-credit')).toMatch(credit)
    for (const lead of [refundedTo(), refundedTo('gift-card'), refundedTo('store-credit')])
      expect(lead).not.toMatch(bank)
    for (const place of [bank, card]) expect(refundedTo('gift-card', 'paypal')).toMatch(place)
  })

  it('says of a canceled order of gift cards that they can’t be used, and where the rest went', () => {
    const leadOf = (paymentState: 'completed' | 'none', places: 'paypal'[] = []) =>
      orderStatusMessage({
        ...wren,
        status: 'cancelled',
        paymentState,
        refunds: places.map((place) => ({ place, cents: 1000 })),
        items: [],
        totals: cardsOnly,
      }).lead
    expect(leadOf('completed', ['paypal'])).toMatch(/^Its gift cards can’t be used .* We refunded/)
    expect(leadOf('completed')).toMatch(/^We won’t send any more .* If you paid, we’ll refund/)
    expect(leadOf('none')).toBe('We won’t send it. You haven’t been charged.')
  })

  it('thanks the buyer by name once the order is paid', () =>
    expect(orderStatusMessage({ ...wren, status: 'paid', paymentState: 'completed' }).title).toBe(
      'Thank you, Wren. We’ve got your order.',
    ))
})

describe('order timeline', () => {
  const placedAt = '2026-11-17T10:00:00.000Z'
  const events = [
    { type: 'placed', message: '', at: placedAt },
    { type: 'processing', message: '', at: '2026-11-19T10:00:00.000Z' },
    { type: 'shipped', message: '', at: '2026-11-21T10:00:00.000Z' },
  ]

  it('shows completed, current, and upcoming steps, with dates only for those reached', () => {
    expect(
      timelineSteps({ status: 'shipped', placedAt, events, items: ['Tee'] })?.map(
        ({ name, state, at }) => [name, state, at?.slice(0, 10)],
      ),
    ).toEqual([
      ['Placed', 'done', '2026-11-17'],
      ['Printing', 'done', '2026-11-19'],
      ['Shipped', 'current', '2026-11-21'],
      ['Delivered', 'ahead', undefined],
    ])
  })

  it('shows no date for a step that was undone by setting the status back', () => {
    expect(timelineSteps({ status: 'processing', placedAt, events, items: ['Tee'] })?.[2]).toEqual({
      name: 'Shipped',
      state: 'ahead',
      at: null,
    })
  })

  it.each(['pending', 'cancelled', 'refunded'] as const)('is not shown for a %s order', (status) =>
    expect(timelineSteps({ status, placedAt, events, items: ['Tee'] })).toBeNull(),
  )

  describe('message for an order that pays a price difference', () => {
    const tee = {
      name: 'Fern Tee',
      quantity: 1,
      from: { size: 'M', color: 'Pine' },
      to: { size: 'XL', color: 'Pine' },
    }
    const paying = (
      state: 'open' | 'applied' | 'refused',
      order: Pick<Parameters<typeof orderStatusMessage>[0], 'status' | 'paymentState' | 'payment'>,
      item: typeof tee | null = tee,
    ) =>
      orderStatusMessage({
        ...wren,
        items: [],
        ...order,
        priceDifference: {
          item,
          state,
          order: { orderNumber: 'DF-1080', path: '/orders/DF-1080?key=a' },
        },
      })

    it('names the original order and never mentions gift cards or printing', () => {
      for (const status of orderStatuses)
        for (const paymentState of paymentStates)
          expect(paying('open', { status, paymentState }).lead).not.toMatch(/gift card|print it/)
      expect(paying('applied', { status: 'delivered', paymentState: 'completed' })).toMatchObject({
        title: 'Your item was changed.',
        lead: 'You’ll now get Pine, XL in order DF-1080. Check wren@example.com for your receipt and the updated order.',
      })
    })

    it('is about the address, never an item, if another address is paid for', () => {
      const [done, late] = (['applied', 'refused'] as const).map((state) =>
        paying(
          state,
          { status: state === 'applied' ? 'delivered' : 'cancelled', paymentState: 'completed' },
          null,
        ),
      )
      expect(done).toMatchObject({
        title: 'Your shipping address was changed.',
        lead: 'We’ll ship order DF-1080 to the new address. Check wren@example.com for your receipt and the updated order.',
      })
      expect(late).toMatchObject({
        title: 'We couldn’t change your shipping address.',
        lead: 'By the time you paid, order DF-1080 could no longer be changed. It will still ship to the original address, and we’ll refund the difference.',
      })
      for (const status of orderStatuses)
        for (const paymentState of paymentStates) {
          const { title, lead } = paying('open', { status, paymentState }, null)
          expect(`${title} ${lead}`).not.toMatch(/your item|gift card|print it/)
        }
    })

    it('says that the item was changed back while the refund is on its way', () => {
      expect(paying('applied', { status: 'cancelled', paymentState: 'completed' })).toMatchObject({
        title: 'Your item was changed back.',
        lead: 'We’ll refund the difference.',
      })
    })

    it('says that nothing was charged only if it was never paid', () => {
      expect(paying('open', { status: 'cancelled', paymentState: 'created' }).lead).toBe(
        'Nothing was charged, and we didn’t make this change to order DF-1080.',
      )
      for (const status of ['cancelled', 'refunded'] as const) {
        const { title, lead } = paying('refused', { status, paymentState: 'completed' })
        expect(title).toBe('We couldn’t change your item.')
        expect(lead).toMatch(/^By the time you paid, order DF-1080 could no longer be changed/)
        expect(lead).not.toMatch(/nothing was charged/i)
      }
    })
  })
})
