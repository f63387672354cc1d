import { calculateTotals, defaultPricingRules } from '@/modules/checkout/rules/pricing'
import type { OrderEmailProps } from '@/modules/orders/emails/order-email-props'
import {
  changeRequestEmail,
  orderLinkEmail,
  orderReceivedEmail,
  orderRefundedEmail,
  orderShippedEmail,
  paymentFailedEmail,
  paymentPendingEmail,
} from '@/modules/orders/emails/order-emails'
import { defaultPromises, promiseTexts } from '@/modules/shop/rules/promises'
import { renderEmail } from '@/platform/email/render'

const items = [
  {
    name: 'First Light Long Sleeve',
    size: 'M',
    color: 'Pine',
    quantity: 2,
    unitPriceCents: 3800,
    imageUrl: 'https://shop.example/uploads/first-light-320.webp',
  },
  {
    name: 'After the Fire Tote',
    size: 'One Size',
    color: 'White',
    quantity: 1,
    unitPriceCents: 2400,
    imageUrl: null,
  },
]

const order: OrderEmailProps = {
  orderNumber: 'DF-1089',
  status: 'paid',
  paymentState: 'completed',
  firstName: 'Wren',
  items,
  totals: calculateTotals(
    items.map(({ unitPriceCents, quantity }) => ({ unitCents: unitPriceCents, quantity })),
    { stateCode: 'CA', zip: '90012' },
    defaultPricingRules,
  ),
  shippingAddress: {
    firstName: 'Wren',
    lastName: 'Okafor',
    address1: '18 Alder Lane',
    address2: 'Unit 2',
    city: 'Ojai',
    stateCode: 'CA',
    zip: '93023',
    countryCode: 'US',
  },
  orderUrl: 'https://shop.example/orders/DF-1089?key=0123456789abcdef0123456789abcdef',
  shopUrl: 'https://shop.example',
  contactEmail: 'hello@shop.example',
  promises: promiseTexts(defaultPromises, defaultPricingRules),
}
const link = {
  orderNumber: order.orderNumber,
  firstName: order.firstName,
  orderUrl: order.orderUrl,
  shopUrl: order.shopUrl,
  contactEmail: order.contactEmail,
}

/** The visible text of the HTML part. */
const seen = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
const dollars = (text: string, row: string): number =>
  Number(new RegExp(`${row}:? \\$([\\d,]+\\.\\d\\d)`).exec(text)?.[1]?.replace(',', ''))

const orderEmails = { 'order-received': orderReceivedEmail, 'payment-pending': paymentPendingEmail }

describe.each(['order-received', 'payment-pending'] as const)('email %s', (name) => {
  it('shows the order, its items, the address, and the order link in both parts', async () => {
    const { html, text } = await renderEmail(orderEmails[name](order))
    for (const part of [seen(html), text]) {
      for (const wanted of [
        'DF-1089',
        'First Light Long Sleeve',
        'Pine · M · Qty 2',
        '$76.00',
        'After the Fire Tote',
        'White · Qty 1',
        '18 Alder Lane',
        'Unit 2',
        'Ojai, CA 93023',
        'hello@shop.example',
      ])
        expect(part).toContain(wanted)
    }
    expect(html).toContain(`href="${order.orderUrl}"`)
    expect(text).toContain(order.orderUrl)
  })

  it('is as wide as the screen of a phone', async () => {
    const { html } = await renderEmail(orderEmails[name](order))
    expect(html).toContain('<meta name="viewport" content="width=device-width"/>')
  })

  it('never breaks the order number, whose characters stay the same', async () => {
    const { html, text } = await renderEmail(orderEmails[name](order))
    const body = html.slice(html.indexOf('<h1'))
    const numbers = body.match(/>[^<]*DF-1089/g) ?? []
    expect(numbers).toEqual(['>DF-1089'])
    expect(body).toContain('<span style="white-space:nowrap">DF-1089</span>')
    expect(text).toMatch(/your order DF-1089/i)
  })

  it('keeps the line breaks of a gift note', async () => {
    const { html, text } = await renderEmail(
      orderEmails[name]({ ...order, gift: { note: 'Proud of you.\nAna' } }),
    )
    expect(html).toMatch(/white-space:\s*pre-line[^>]*>[^<]*Gift note: “Proud of you\.\nAna”/)
    expect(text).toContain('Gift note: “Proud of you.\nAna”')
  })

  it('shows totals that add up', async () => {
    const { html, text } = await renderEmail(orderEmails[name](order))
    for (const part of [seen(html), text.replace(/\n/g, ' ')]) {
      expect(part).toMatch(/Shipping:? Free/)
      expect(dollars(part, 'Subtotal')).toBe(100)
      expect(Math.round((dollars(part, 'Subtotal') + dollars(part, 'Tax')) * 100)).toBe(
        Math.round(dollars(part, ' Total') * 100),
      )
    }
  })

  it('shows the shipping cost when shipping is not free', async () => {
    const one = {
      ...order,
      totals: {
        subtotalCents: 2400,
        discountCents: 0,
        shippingCents: 599,
        taxCents: 192,
        totalCents: 3191,
      },
    }
    const { html, text } = await renderEmail(orderEmails[name](one))
    expect(seen(html)).toContain('Shipping $5.99')
    expect(text).toContain('Total: $31.91')
  })
})

it.each([
  ['completed', false, 'Paid online'],
  ['completed', true, 'Paid another way'],
  ['pending', false, 'Online payment'],
  ['declined', false, 'Left to pay'],
] as const)(
  'what a gift card doesn’t pay is named in an email while the payment is %s (by hand: %s)',
  async (paymentState, isPaidByHand, label) => {
    const { html, text } = await renderEmail(
      orderReceivedEmail({
        ...order,
        paymentState,
        isPaidByHand,
        totals: { ...order.totals, giftCardCents: order.totals.totalCents - 2055 },
      }),
    )
    expect(seen(html)).toContain(`${label} $20.55`)
    expect(text).toContain(`${label}: $20.55`)
  },
)

describe('email subjects', () => {
  it('thank the buyer by name without revealing what the shop is about', async () => {
    const subjects = await Promise.all([
      renderEmail(orderReceivedEmail(order)),
      renderEmail(paymentPendingEmail(order)),
      renderEmail(orderLinkEmail(link)),
    ])
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'Thank you, Wren. We’ve got your order.',
      'Thank you, Wren. Your payment is still processing.',
      'Here’s your order, DF-1089',
    ])
    for (const { subject } of subjects)
      expect(subject).not.toMatch(/recover|sober|addict|First Light|Tote/i)
  })

  it('omit the name when there is none', async () => {
    expect((await renderEmail(orderReceivedEmail({ ...order, firstName: ' ' }))).subject).toBe(
      'Thank you. We’ve got your order.',
    )
  })

  it('stay on one line and below 80 characters whatever the name', async () => {
    const { subject, text } = await renderEmail(
      orderReceivedEmail({
        ...order,
        firstName: `Eve\r\nBcc: all@example.com\u2028${'x'.repeat(200)}`,
      }),
    )
    expect(subject).not.toMatch(/[\r\n\u2028]/)
    expect(subject.length).toBeLessThan(80)
    expect(text).not.toMatch(/^Bcc:/m)
  })
})

describe('user input', () => {
  const hostile = '<img src=x onerror=alert(1)>"&</td><script>'

  it.each(['order-received', 'payment-pending'] as const)(
    'never becomes markup in %s',
    async (name) => {
      const { html } = await renderEmail(
        orderEmails[name]({
          ...order,
          firstName: hostile,
          items: [{ ...items[0]!, name: hostile, color: hostile }],
          shippingAddress: { ...order.shippingAddress, lastName: hostile, address1: hostile },
        }),
      )
      expect(html).not.toContain('<img src=x')
      expect(html).not.toContain('<script')
      expect(seen(html)).toContain('&lt;img src=x onerror=alert(1)&gt;')
    },
  )

  it('never becomes markup in the order link email', async () => {
    expect((await renderEmail(orderLinkEmail({ ...link, firstName: hostile }))).html).not.toContain(
      '<img src=x',
    )
  })
})

it.each([
  [undefined, 'Your order is on its way.', 'Wren, your order has left the print shop.'],
  [
    'part',
    'Part of your order is on its way.',
    'Wren, part of your order has left the print shop. The rest will arrive in a separate package.',
  ],
  [
    'rest',
    'The rest of your order is on its way.',
    'Wren, the rest of your order has left the print shop.',
  ],
  [
    'again',
    'Your replacement is on its way.',
    'Wren, your replacement has left the print shop. You don’t need to do anything.',
  ],
] as const)(
  'the email about a package (%s) says what else is to come, and has totals only if it is the whole order',
  async (extent, title, opening) => {
    const tracking = { carrier: null, trackingNumber: null, trackingUrl: null }
    const { subject, text, html } = await renderEmail(
      orderShippedEmail({ ...order, ...tracking, extent }),
    )
    expect(subject).toBe(`${title} Order DF-1089`)
    for (const part of [text, html]) {
      expect(part).toContain('First Light Long Sleeve')
      expect(part.includes('Total')).toBe(extent === undefined)
      expect(part).toContain('18 Alder Lane')
    }
    expect(text.split('\n')).toContain(opening)
    expect(text).toContain('Delivery usually takes')
    expect(text).not.toContain('Once it ships')
  },
)

it('the order link email greets by name, doesn’t say who asked for it, as staff send it too, and warns that anyone with the link can see the order', async () => {
  const { html, text } = await renderEmail(orderLinkEmail(link))
  for (const part of [seen(html), text]) {
    expect(part).toContain('Hello Wren,')
    expect(part).toContain('Here’s the link to')
    expect(part).not.toContain('asked for')
    expect(part).toContain('Anyone with the link can see the order')
  }
  expect(html).toContain(`href="${order.orderUrl}"`)
})

it.each(['order-received', 'payment-pending', 'order-link'] as const)(
  'email %s loads nothing from other sites and supports dark mode',
  async (name) => {
    const { html } = await renderEmail(
      { ...orderEmails, 'order-link': orderLinkEmail }[name](order),
    )
    for (const [, source] of html.matchAll(/src="([^"]+)"/g))
      expect(source).toMatch(/^https:\/\/shop\.example\//)
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).not.toMatch(/<link|@import|url\(/)
  },
)

const requested = {
  ...order,
  orderNumber: 'DF-1090',
  status: 'pending',
  items: [],
  totals: { ...order.totals, totalCents: 324 },
  difference: {
    item: {
      name: 'First Light Long Sleeve',
      quantity: 2,
      from: { size: 'M', color: 'Pine' },
      to: { size: 'XL', color: 'Pine' },
    },
    state: 'open',
    isRequested: true,
    order: { orderNumber: 'DF-1089', path: '/orders/DF-1089?key=a' },
  },
  paymentUrl: 'https://shop.example/checkout/DF-1090?key=b',
  payableUntil: 'December 1, 2026',
} satisfies Parameters<typeof changeRequestEmail>[0]

it('a request to pay for a change links to the changed order and names the deadline', () => {
  const { subject, text } = changeRequestEmail(requested)
  expect(subject).toBe('A change to order DF-1089 for $3.24')
  expect(text).toContain(
    'Open your order to see the change and pay for it by December 1, 2026. We’ll hold printing until then and make the change once you’ve paid.',
  )
  expect(text).toContain(`${order.shopUrl}/orders/DF-1089?key=a`)
  expect(text).not.toContain('/checkout/')
})

it('after a failed payment, a request can still be paid until its deadline', () => {
  expect(paymentFailedEmail(requested).text).toContain(
    'You can still pay with the link below until December 1, 2026.',
  )
  expect(paymentFailedEmail({ ...requested, payableUntil: undefined }).text).toContain(
    'choose it again on your order page',
  )
})

it('a refund’s email says that the order is canceled, and what becomes of its gift cards', () => {
  const textOf = (has: { items: boolean; cards: boolean }, cause: 'canceled' | null = 'canceled') =>
    orderRefundedEmail({ ...link, amountCents: 1000, isWhole: false, cause, has }).text
  expect(textOf({ items: true, cards: false })).toContain(
    '\n\nOrder DF-1089 is canceled, so we won’t print or ship it.\n\n',
  )
  expect(textOf({ items: false, cards: true })).toContain(
    '\n\nOrder DF-1089 is canceled. Gift cards you bought with it can’t be used anymore.\n\n',
  )
  expect(textOf({ items: true, cards: true }, null)).not.toContain('canceled')
})

it('the email about each part of a refund names the other, and only a refund of the order is called one', () => {
  const part = { ...link, amountCents: 1555, otherCents: 2500, cause: null }
  const emailOf = (props: object) =>
    orderRefundedEmail({ ...part, isWhole: false, has: { items: true, cards: false }, ...props })
  expect(emailOf({})).toMatchObject({
    subject: 'We sent part of your refund. Order DF-1089',
    text: expect.stringContaining(
      'We refunded $15.55 for order DF-1089 to your original payment method. It can take your bank 3–5 business days to post it. The other $25.00 goes to your gift card.',
    ),
  })
  expect(
    emailOf({ amountCents: 2500, otherCents: 1555, isToCard: true, isWhole: true }),
  ).toMatchObject({
    subject: 'Your order was refunded. Order DF-1089',
    text: expect.stringContaining(
      'We refunded $25.00 for order DF-1089 to your gift card. You can use it again right away. The other $15.55 goes to your original payment method.',
    ),
  })
  expect(emailOf({ otherCents: 0, isWhole: true }).text).toContain('We refunded the full $15.55')
  const { difference } = requested
  const paid = emailOf({
    otherCents: 0,
    isWhole: true,
    difference: { ...difference, state: 'applied' },
  })
  expect(paid.subject).toBe('We sent you a refund. Order DF-1089')
})

it('a recipient’s name is one short line in both parts of a receipt', async () => {
  const recipientName = `Wren\u202e\r\n${'very '.repeat(30)}long`
  const { html, text } = await renderEmail(
    orderReceivedEmail({
      ...order,
      giftCards: [{ recipientName, amountCents: 2500, sendOn: null }],
    }),
  )
  for (const part of [seen(html), text]) {
    expect(part).toContain('Gift card for Wren very very')
    expect(part).not.toMatch(/\u202e|long/)
  }
})
