import { randomUUID } from 'node:crypto'

import { contactTopics } from '@/modules/shop/rules/contact'

import { clientAddress, type Trust } from '../shop'

export type Cookies = { staff: string; customer: string }
/** Ids of what the texts are written into: the product is one that the customer bought in the order. */
export type Places = {
  product: number
  article: number
  category: number
  picture: number
  order: number
  buyer: number
  address: number
  review: number
}

type Write = [method: string, path: string, body: unknown, by: keyof Cookies]
type Sink = (text: string) => Write | Write[]

/** A text for fields that allow a single line only. */
const inLine = (text: string, length: number): string =>
  text
    .replace(/[\n\u0000\u2028]/g, ' ')
    .trim()
    .slice(0, length)

const isOne = (writes: Write | Write[]): writes is Write => typeof writes[0] === 'string'

/** A saved address with the text in every line that takes one. */
export function addressOf(text: string): object {
  const line = inLine(text, 60) || 'x'
  return {
    label: inLine(text, 30),
    firstName: inLine(text, 40) || 'x',
    lastName: inLine(text, 40) || 'x',
    address1: line,
    address2: line,
    city: inLine(text, 40) || 'x',
    stateCode: 'CA',
    countryCode: 'US',
    zip: '93023',
  }
}

const sinksOfCatalog = ({ product, article, category, picture }: Places): Record<string, Sink> => ({
  'product name': (text) => [
    'PUT',
    `/api/admin/products/${product}`,
    { name: inLine(text, 100) },
    'staff',
  ],
  'product description': (text) => [
    'PUT',
    `/api/admin/products/${product}`,
    { description: text },
    'staff',
  ],
  'product tag': (text) => [
    'PUT',
    `/api/admin/products/${product}`,
    { tags: [inLine(text, 40)] },
    'staff',
  ],
  'article title': (text) => [
    'PUT',
    `/api/admin/content/${article}`,
    { title: inLine(text, 150) },
    'staff',
  ],
  'article excerpt': (text) => [
    'PUT',
    `/api/admin/content/${article}`,
    { excerpt: inLine(text, 400) },
    'staff',
  ],
  'article body': (text) => [
    'PUT',
    `/api/admin/content/${article}`,
    { body: `<p>Before</p>${text}<p>After ${text}</p>` },
    'staff',
  ],
  'article tag': (text) => [
    'PUT',
    `/api/admin/content/${article}`,
    { tags: [inLine(text, 60)] },
    'staff',
  ],
  'article title for search engines': (text) => [
    'PUT',
    `/api/admin/content/${article}`,
    { seoTitle: inLine(text, 120) },
    'staff',
  ],
  category: (text) => [
    'PUT',
    `/api/admin/categories/${category}`,
    { name: inLine(text, 60), description: text },
    'staff',
  ],
  'alt text': (text) => [
    'PUT',
    `/api/admin/media/${picture}`,
    { altText: inLine(text, 200) },
    'staff',
  ],
  'image caption': (text) => ['PUT', `/api/admin/media/${picture}`, { caption: text }, 'staff'],
  'care instructions': (text) => [
    'PUT',
    `/api/admin/products/${product}`,
    { careInstructions: text },
    'staff',
  ],
  'product description for search engines': (text) => [
    'PUT',
    `/api/admin/products/${product}`,
    { seoDescription: inLine(text, 200) },
    'staff',
  ],
  tagline: (text) => ['PUT', '/api/admin/settings', { tagline: inLine(text, 60) }, 'staff'],
})

const sinksOfPeople = ({
  product,
  order,
  buyer,
  address,
  review,
}: Places): Record<string, Sink> => ({
  'first name': (text) => [
    'PATCH',
    '/api/account/profile',
    { firstName: inLine(text, 40), lastName: inLine(text, 40) },
    'customer',
  ],
  message: (text) => [
    'POST',
    '/api/contact',
    {
      name: inLine(text, 100) || 'x',
      email: 'someone@example.com',
      topic: contactTopics[0],
      message: text,
    },
    'customer',
  ],
  address: (text) => ['PUT', `/api/account/addresses/${address}`, addressOf(text), 'customer'],
  // An approved review can't be changed, and visitors see no other.
  review: (text) => [
    ['PUT', `/api/admin/reviews/${review}`, { status: 'waiting' }, 'staff'],
    [
      'PUT',
      `/api/account/reviews/${review}`,
      { rating: 5, title: inLine(text, 100), body: `A review: ${text}`, showAs: 'first' },
      'customer',
    ],
    ['PUT', `/api/admin/reviews/${review}`, { status: 'approved' }, 'staff'],
  ],
  'note on an order': (text) => [
    'POST',
    `/api/admin/orders/${order}/notes`,
    { text, requestId: randomUUID() },
    'staff',
  ],
  'note on a customer': (text) => [
    'POST',
    `/api/admin/customers/${buyer}/notes`,
    { text, requestId: randomUUID() },
    'staff',
  ],
  'social post': (text) => [
    'POST',
    '/api/admin/social/posts',
    { postText: text, platforms: ['facebook'], productId: product, status: 'draft' },
    'staff',
  ],
})

/**
 * Writes a text everywhere it can be written, as staff and customers do.
 * @returns the places that took it and those that refused it, as they may, with a 4xx
 */
export async function plant(
  trust: Trust,
  text: string,
  places: Places,
  cookies: Cookies,
): Promise<{ planted: string[]; refused: string[]; failures: string[] }> {
  const random = trust.randomFor(`plant ${text}`)
  const planted: string[] = []
  const refused: string[] = []
  const failures: string[] = []
  const sinks = { ...sinksOfCatalog(places), ...sinksOfPeople(places) }
  for (const [sink, write] of Object.entries(sinks)) {
    const writes = write(text)
    const statuses: number[] = []
    for (const [method, path, body, by] of isOne(writes) ? [writes] : writes) {
      const address = clientAddress(random)
      statuses.push((await trust.call(method, path, { body, cookie: cookies[by], address })).status)
    }
    const status = Math.max(...statuses)
    if (statuses.includes(0) || status >= 500 || (status >= 300 && status < 400))
      failures.push(`${sink} with ${JSON.stringify(text)}: ${statuses.join()}`)
    else if (status >= 400) refused.push(sink)
    else planted.push(sink)
  }
  return { planted, refused, failures }
}
