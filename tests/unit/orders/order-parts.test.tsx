import { renderToStaticMarkup } from 'react-dom/server'

import { OrderRow } from '@/app/(shop)/account/orders/order-row'
import { CartLineItem } from '@/app/(shop)/cart/cart-line-item'
import { OrderReturns } from '@/app/(shop)/orders/order-returns'
import { GiftCardLines } from '@/components/cart/gift-card-lines'
import { LatestOrder } from '@/components/order/latest-order'
import { LineItems } from '@/components/order/line-items'
import { NextSteps } from '@/components/order/next-steps'
import { EmailUs } from '@/components/order/order-change-form'
import { OrderEvents } from '@/components/order/order-page'
import { Shipments } from '@/components/order/shipments'
import { defaultPricingRules } from '@/modules/checkout/rules/pricing'
import type { ReturnStatus } from '@/modules/returns/rules'
import { defaultPromises, promiseTexts } from '@/modules/shop/rules/promises'

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

describe('a partial refund', () => {
  const order = {
    orderNumber: 'DF-1089',
    paymentState: 'completed',
    createdAt: '2026-11-17T10:00:00Z',
    placedAt: '2026-11-17T10:00:00Z',
    totalCents: 4055,
    quantity: 1,
    isPriceDifference: false,
    items: [{ name: 'Fern Tee', image: null }],
  } as const
  const rowOf = (status: 'delivered' | 'refunded', refundedCents: number): string =>
    textOf(
      renderToStaticMarkup(
        <OrderRow
          order={{ ...order, items: [...order.items], status, refundedCents }}
          timeZone="America/New_York"
        />,
      ),
    )

  it('is marked in the buyer’s list of orders, next to the status', () => {
    expect(rowOf('delivered', 1000)).toContain('DeliveredPartly refunded')
    expect(rowOf('delivered', 0)).not.toContain('Partly refunded')
    expect(rowOf('refunded', 4055)).not.toContain('Partly refunded')
  })

  it('is named for the latest order', () => {
    const latest = (refundedCents: number): string =>
      textOf(
        renderToStaticMarkup(
          <LatestOrder
            order={{ ...order, events: [], status: 'delivered', refundedCents }}
            timeZone="America/New_York"
          />,
        ),
      )
    expect(latest(1000)).toContain('Delivered. Partly refunded. Fern Tee.')
    expect(latest(0)).toContain('Delivered. Fern Tee.')
  })
})

describe('the history of a refunded order', () => {
  const at = '2026-11-17T10:00:00Z'
  const linesOf = (events: { type: string; message: string }[]): string[] =>
    [
      ...renderToStaticMarkup(
        <OrderEvents
          events={events.map((event, minute) => ({
            ...event,
            at: at.replace('10:00', `10:0${minute}`),
          }))}
          timeZone="America/New_York"
        />,
      ).matchAll(/<span[^>]*>([^<]*)<\/span>/g),
    ].map(([, text = '']) => text)

  it('says once that everything was refunded', () => {
    expect(
      linesOf([
        { type: 'cancelled', message: 'Canceled by the buyer' },
        { type: 'refund', message: 'Refunded $99.36' },
        { type: 'refunded', message: 'Refunded in full' },
      ]),
    ).toEqual(['Order canceled', 'Refunded $99.36'])
  })

  it('says what was refunded to the gift card', () => {
    expect(
      linesOf([
        { type: 'refund', message: 'Refunded $25.55' },
        { type: 'refund', message: 'Refunded $15.00 to the gift card' },
        { type: 'refund', message: 'Refunded $5.00 as store credit' },
      ]),
    ).toEqual([
      'Refunded $25.55',
      'Refunded $15.00 to your gift card',
      'Refunded $5.00 as store credit',
    ])
  })

  it('says what staff marked as refunded, also after a partial refund', () => {
    const marked = { type: 'refunded', message: 'Marked as refunded; no money was sent' }
    expect(linesOf([marked])).toEqual(['Order refunded'])
    expect(linesOf([{ type: 'refund', message: 'Refunded $10.00' }, marked])).toEqual([
      'Refunded $10.00',
      'Order refunded',
    ])
    expect(linesOf([{ type: 'refunded', message: 'Refunded in full' }])).toEqual(['Order refunded'])
  })
})

describe('a return on the order’s page', () => {
  const item = {
    id: 'line',
    productId: 1,
    name: 'Fern Tee',
    image: null,
    size: 'M',
    color: 'Pine',
    quantity: 1,
    unitPriceCents: 3200,
    isFinalSale: false,
    swap: null,
  }
  const show = (status: ReturnStatus, message: string | null): string =>
    renderToStaticMarkup(
      <OrderReturns
        order={{ orderNumber: 'DF-1089', items: [item] }}
        orderKey={undefined}
        returns={[
          {
            id: 1,
            status,
            message,
            wish: 'exchange',
            lines: [{ itemId: 'line', quantity: 1, wantedSize: 'L', wantedColor: null }],
            photos: [],
            createdAt: '2026-11-17T10:00:00Z',
          },
        ]}
      />,
    )

  it('says what the buyer asked for', () => {
    expect(textOf(show('requested', null))).toContain(
      'You asked for an exchange: 1 × Fern Tee (Pine, L). We’ll review it and email you.',
    )
  })

  it('links the label that staff sent, and nothing that isn’t a web address', () => {
    const html = show(
      'approved',
      'Your label: https://labels.example/1Z?a=1&b=2.\njavascript:alert(1)',
    )
    expect(html).toContain('href="https://labels.example/1Z?a=1&amp;b=2"')
    expect(html.match(/href=/g)).toHaveLength(1)
    expect(textOf(html)).toContain('https://labels.example/1Z?a=1&amp;b=2.\njavascript:alert(1)')
  })

  it('says what staff wrote when they closed it, but not earlier instructions once it was received', () => {
    expect(textOf(show('closed', 'A replacement is on its way.'))).toMatch(
      /Closed\. There’s nothing you need to do\..*A replacement is on its way\./,
    )
    expect(show('received', 'Send it to us.')).not.toContain('Send it to us.')
  })
})

it('an item’s quantity is labeled instead of being a bare number next to its size', () => {
  const line = {
    name: 'Fern Tee',
    image: null,
    size: 'M',
    color: 'Pine',
    quantity: 1,
    unitCents: 1,
  }
  const plain = { ...line, size: 'One Size', color: 'Default', quantity: 2 }
  const tote = { ...line, size: 'One Size' }
  const text = textOf(renderToStaticMarkup(<LineItems lines={[line, tote, plain]} />))
  expect(text).toContain('Pine · M · Qty 1')
  expect(text).toContain('Pine · Qty 1')
  expect(text).toContain('Qty 2')
})

it('the cart doesn’t name the size of an item that comes in one', () => {
  const line = {
    productId: 1,
    name: 'Fern Tote',
    price: 24,
    image: '',
    quantity: 1,
    size: 'One Size',
  }
  const render = (color: string): string =>
    renderToStaticMarkup(
      <CartLineItem
        line={{ ...line, color }}
        note={undefined}
        isFinalSale={false}
        room={1}
        onQuantity={() => {}}
        onRemove={() => {}}
      />,
    )
  expect(render('Default')).toContain('aria-label="Remove Fern Tote"')
  expect(render('Pine')).toContain('aria-label="Remove Fern Tote, Pine"')
  expect(render('Default') + render('Pine')).not.toContain('One Size')
})

it('a refusal that says to email us comes with a link to do so', () => {
  const render = (...texts: string[]): string =>
    renderToStaticMarkup(
      <EmailUs texts={texts} contactEmail="hello@shop.example" orderNumber="DF-1001" />,
    )
  expect(
    render('', 'Sales tax is different. Please email us and we’ll take care of it.'),
  ).toContain('href="mailto:hello@shop.example?subject=Order%20DF-1001"')
  expect(render('', 'Please choose a state.')).toBe('')
})

it('a package has a tracking link, or says to email us if the carrier is unknown', () => {
  const shipment = {
    carrier: 'USPS',
    trackingNumber: '9400111206200000000000',
    trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction',
    isReplacement: false,
    isReturned: false,
    contents: ['Fern Tee (Pine, M)'],
  }
  const render = (
    changes: Partial<typeof shipment> | { carrier: null; trackingUrl: null },
  ): string =>
    renderToStaticMarkup(<Shipments shipments={[{ ...shipment, ...changes }]} isPartly={false} />)
  expect(render({})).toMatch(/href="https:\/\/tools\.usps\.com[^>]*>Track package</)
  const without = textOf(render({ carrier: null, trackingUrl: null }))
  expect(without).toMatch(
    /^Package, tracking number 9400111206200000000000\. We don’t know the carrier yet\. Email us/,
  )
})

it('a package that came back says so instead of how to track it', () => {
  const shipment = {
    carrier: 'USPS',
    trackingNumber: '9400',
    trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction',
    isReplacement: false,
    isReturned: true,
    contents: [],
  }
  const replacement = {
    ...shipment,
    trackingNumber: '9401',
    isReplacement: true,
    isReturned: false,
  }
  expect(
    textOf(
      renderToStaticMarkup(<Shipments shipments={[shipment, replacement]} isPartly={false} />),
    ),
  ).toBe(
    'Package 1 with USPS, tracking number 9400, came back to our print shop.Replacement with USPS, tracking number 9401. Track replacement',
  )
})

it('a gift card on an order that waits for its day isn’t called emailed', () => {
  const card = { id: 1, amountCents: 5000, recipientName: 'Sam', recipientEmail: 'sam@example.com' }
  const show = (sendOn: string | null): string =>
    textOf(renderToStaticMarkup(<GiftCardLines cards={[{ ...card, sendOn }]} />))
  expect(show('2031-12-24')).toContain('By email on December 24, 2031 to sam@example.com')
  expect(show(null)).toContain('By email right away to sam@example.com')
})

it('a package says what is in it unless it is the whole order', () => {
  const withContents = (content: string) => ({
    carrier: 'USPS',
    trackingNumber: '1',
    trackingUrl: 'https://carrier.example/1',
    isReplacement: false,
    isReturned: false,
    contents: [content],
  })
  const [tees, tote] = [withContents('2 × Fern Tee (Pine, M)'), withContents('Fern Tote')]
  const show = (shipments: (typeof tote)[], isPartly: boolean): string =>
    textOf(renderToStaticMarkup(<Shipments shipments={shipments} isPartly={isPartly} />))
  expect(show([tees, tote], false)).toMatch(
    /Package 1.*2 × Fern Tee \(Pine, M\).*Package 2.*Fern Tote/,
  )
  expect(show([tees], true)).toContain('2 × Fern Tee')
  expect(show([tees], false)).not.toContain('Fern Tee')
})

it('an order that was delivered has answers on its page, and one on its way has what happens next', () => {
  const show = (status: 'paid' | 'delivered', canCancel = true, hasItems = true): string =>
    textOf(
      renderToStaticMarkup(
        <NextSteps
          status={status}
          hasItems={hasItems}
          canCancel={canCancel}
          unpaid={false}
          promises={promiseTexts(defaultPromises, defaultPricingRules)}
          contactEmail="hello@dayfern.example"
          byLink={false}
        />,
      ),
    )
  expect(show('paid')).toMatch(/^What happens next.*change or cancel/)
  expect(show('paid', false)).not.toContain('cancel')
  expect(show('delivered')).toMatch(/^Questions\?You have 30 days/)
  expect(show('paid', true, false)).toMatch(/^Questions\?Email hello@dayfern\.example/)
})
