import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { makePerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { nextSteps } from '@/components/order/next-steps'
import { orderStatusMessage } from '@/components/order/order-status-message'
import { getPage } from '@/modules/content/queries/pages'
import { editablePages } from '@/modules/content/rules/editable-pages'
import { richTextToPlainText } from '@/modules/content/rules/rich-text'
import * as orderEmails from '@/modules/orders/emails/order-emails'
import { orderStatuses } from '@/modules/orders/rules/order-status'
import type { AdminSettings } from '@/modules/shop/queries/admin-settings'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { defaultPromises, promiseTexts } from '@/modules/shop/rules/promises'
import { seedProducts } from '@/seed/catalog/products'
import { blogPosts } from '@/seed/content/blog-posts'
import { inspiration } from '@/seed/content/inspiration'
import { meditations } from '@/seed/content/meditations'
import { reflections } from '@/seed/content/reflections'
import { seedPageRows } from '@/seed/pages'

/** These differ from the defaults so that a text with a hard-coded figure stands out. */
const unusual = {
  printDaysMin: 3,
  printDaysMax: 4,
  deliveryDaysMin: 6,
  deliveryDaysMax: 9,
  returnDays: 45,
  returnCondition: 'unused',
  returnPostage: 'shop',
  defectDays: 730,
  cancelUntil: 'shipping',
  freeShippingFrom: 75,
  shippingPrice: 7.25,
} satisfies Partial<AdminSettings>

const number =
  '(?:\\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty|sixty|ninety)'
const duration = new RegExp(
  `\\b${number}(?:\\s*(?:–|-|to|or)\\s*${number})?[- ](?:business |working )?(?:day|week|month|year)s?\\b`,
  'gi',
)
const promised = ['3–4 business days', '6–9 business days', '45 days', '2 years']
const isAboutOrders =
  /\b(?:we print|printed|prints?|ships?|shipped|shipping|deliver\w*|arrives?|returns?|send it back|crack\w*|seam|fault\w*|misprint\w*|damaged|cancel\w*|business days?)\b/i
/** Matches sentences with durations that are not about orders. */
const otherDurations =
  /repl(?:y|ies)|answers?\b|bank|deletion|deleted|erase|sitting|newsletter|new moon/i

/** Returns what is wrong with a sentence, or '' if it agrees with the settings above. */
const contradictionIn = (sentence: string): string => {
  if (/merchantReturnDays: \d/.test(sentence)) return 'another time for search engines'
  if (/unworn|unwashed/i.test(sentence)) return 'another return condition'
  if (/you pay (?:the )?(?:return )?postage/i.test(sentence)) return 'another payer of postage'
  // The one that the settings promise: until then, buyers can do it themselves.
  const isPromised = sentence.includes('change or cancel an order until we start printing it.')
  if (/until (?:it goes|we start|it’s being) .*print/i.test(sentence) && !isPromised)
    return 'another deadline'
  if (/\bshipping\b/i.test(sentence))
    for (const [amount] of sentence.matchAll(/\$\d+(?:\.\d\d)?/g))
      if (amount !== '$75' && amount !== '$7.25') return `another price: ${amount}`
  if (!isAboutOrders.test(sentence) || otherDurations.test(sentence)) return ''
  for (const [figure] of sentence.matchAll(duration))
    if (!promised.includes(figure)) return `another time: ${figure}`
  return ''
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+|\n+/)
const contradictions = (texts: Record<string, string>) =>
  Object.entries(texts).flatMap(([where, text]) =>
    sentencesOf(text).flatMap((sentence) => {
      const wrong = contradictionIn(sentence)
      return wrong ? [`${where}: ${wrong} in “${sentence}”`] : []
    }),
  )

/** Returns every string in a value, each on its own line. */
const stringsIn = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(stringsIn).join('\n')
      : ''

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))

beforeAll(async () => {
  await seedPageRows(await getTestPayload())
  const { status } = await call('PUT', '/api/admin/settings', {
    as: await makePerson('super_admin'),
    body: unusual,
  })
  expect(status).toBe(200)
})

it('builds the sentences about delivery, returns, and faults from the settings', async () => {
  const { promises, returnPolicy } = await getSettings(await getTestPayload())
  expect(returnPolicy).toEqual({ days: 45, isFree: true })
  expect(promises).toEqual({
    printTime: '3–4 business days',
    deliveryTime: '6–9 business days',
    returnWindow: '45 days',
    printing: 'We print every item to order, which usually takes 3–4 business days.',
    delivery: 'Once it ships, delivery usually takes 6–9 business days.',
    shippingCost: 'Shipping is free on orders of $75 or more, and $7.25 on smaller orders.',
    cancel:
      'You can change or cancel an order until we start printing it. After that, email us, and we’ll do what we can until it ships.',
    returns:
      'You have 45 days from delivery to return an item, as long as it’s unused. We pay the return postage.',
    quality:
      'If an item is damaged, misprinted, or not what you ordered, or if a print cracks or a seam gives out, tell us within 2 years of delivery. We’ll replace it or refund you, and you won’t pay any postage.',
  })
})

it('promises no free shipping from an amount that no order can reach', () => {
  const shippingCost = (freeShippingFromCents: number, varies: boolean) =>
    promiseTexts(defaultPromises, { freeShippingFromCents, shippingCents: 599, varies })
      .shippingCost
  expect(shippingCost(500_000, false)).toContain('Shipping is free on orders of $5,000 or more')
  expect(shippingCost(500_001, false)).toBe('Shipping is $5.99.')
  expect(shippingCost(500_001, true)).toBe(
    'You’ll see the price of shipping at checkout once you enter your address.',
  )
})

it('no page, product, article, email, or order page contradicts the settings', async () => {
  const payload = await getTestPayload()
  const { promises, pricing } = await getSettings(payload)
  const texts: Record<string, string> = {}
  for (const slug of editablePages) {
    const page = await getPage(payload, slug)
    texts[`/${slug}`] = [
      page?.description,
      ...[page?.lead, page?.body, ...(page?.questions ?? []).map(({ answer }) => answer)].map(
        (document) => richTextToPlainText(document),
      ),
      ...(page?.questions ?? []).map(({ question }) => question),
    ].join('\n')
  }
  for (const product of seedProducts) texts[product.slug] = stringsIn(product)
  for (const article of [...blogPosts, ...reflections, ...meditations, ...inspiration])
    texts[article.slug] = stringsIn(article)
  const order = {
    orderNumber: 'DF-1089',
    status: 'paid' as const,
    paymentState: 'completed' as const,
    firstName: 'Wren',
    email: 'wren@example.com',
    items: [
      {
        name: 'Fern Tee',
        size: 'M',
        color: 'Pine',
        quantity: 1,
        unitPriceCents: 0,
        imageUrl: null,
      },
    ],
    totals: { subtotalCents: 0, discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0 },
    shippingAddress: {
      firstName: 'Wren',
      lastName: 'Okafor',
      address1: '18 Alder Lane',
      address2: null,
      city: 'Ojai',
      stateCode: 'CA',
      zip: '93023',
      countryCode: 'US',
    },
    orderUrl: 'https://shop.example/orders/DF-1089',
    paymentUrl: 'https://shop.example/checkout/DF-1089',
    shopUrl: 'https://shop.example',
    contactEmail: 'hello@shop.example',
    promises,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    amountCents: 100,
    isWhole: true,
    cause: null,
    has: { items: true, cards: false },
    wish: 'refund' as const,
    wishSentence: 'You asked for a refund.',
    message: 'Please send it to us.',
  }
  for (const [name, template] of Object.entries(orderEmails)) {
    const { subject, text } = template(order)
    texts[name] = `${subject}\n${text}`
  }
  for (const status of orderStatuses)
    texts[`order page ${status}`] = [
      orderStatusMessage({ ...order, status, paymentState: 'completed' }).lead,
      ...nextSteps(status, promises),
    ].join('\n')
  expect(pricing).toMatchObject({ freeShippingFromCents: 7500, shippingCents: 725 })
  expect(contradictions(texts)).toEqual([])

  // The pages must contain the promises rather than omit them.
  for (const sentence of [promises.returns, promises.cancel, promises.printing, promises.quality])
    for (const slug of ['/support', '/terms'])
      expect(texts[slug]?.replaceAll(/\s+/g, ' ')).toContain(sentence)
  expect(texts.orderReceivedEmail).toContain(promises.printing)
  expect(texts.orderDeliveredEmail).toContain(promises.returns)
  expect(JSON.stringify(texts)).not.toMatch(/\{\{\w+\}\}/)
})

it('no page or component of the shop has a hard-coded promise', () => {
  const sources = [
    'src/app/(shop)',
    'src/app/(focused)',
    'src/components',
    'src/modules/orders/emails',
  ]
    .flatMap(filesIn)
    // Deadlines of deletion requests are not promises about orders.
    .filter((file) => !/\/(?:privacy|data-deletion)\//.test(file))
  expect(sources.length).toBeGreaterThan(100)
  expect(
    contradictions(Object.fromEntries(sources.map((file) => [file, readFileSync(file, 'utf8')]))),
  ).toEqual([])
})

it('this test detects contradicting texts', () => {
  const wrong = [
    '30-day returns.',
    'Send it back within 30 days.',
    'Each shirt is printed in two to five working days.',
    'If a print cracks in the first 3 months, write to us.',
    'Shipping is $5.99.',
    'Returns must be unworn.',
    'You pay the return postage.',
    'You can cancel until it goes to print.',
    'merchantReturnDays: 30',
  ]
  expect(contradictions(Object.fromEntries(wrong.map((text) => [text, text])))).toHaveLength(
    wrong.length,
  )
})

it.each([
  [{ printDaysMin: 8, printDaysMax: 4 }, 'printDaysMax'],
  [{ deliveryDaysMin: 10 }, 'deliveryDaysMax'],
  [{ returnDays: 0 }, 'returnDays'],
  [{ returnCondition: ' ' }, 'returnCondition'],
  [{ returnPostage: 'nobody' }, 'returnPostage'],
  [{ cancelUntil: 'delivery' }, 'cancelUntil'],
])('rejects %j with a field error and changes nothing', async (body, field) => {
  const before = await getSettings(await getTestPayload())
  const answer = await call<{ fields: Record<string, string> }>('PUT', '/api/admin/settings', {
    as: await makePerson('super_admin'),
    body,
  })
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  expect(await getSettings(await getTestPayload())).toEqual(before)
})
