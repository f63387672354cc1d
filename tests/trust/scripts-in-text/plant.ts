import { type Answer, clientAddress, type Trust } from '../shop'

export type Cookies = { staff: string; customer: string }
/** Ids of what the texts are written into. */
export type Places = { product: number; article: number; category: number; picture: number }

type Sink = (text: string) => [method: string, path: string, body: unknown, by: keyof Cookies]

/** A text that fits where only one line is allowed. */
const inLine = (text: string, length: number): string =>
  text
    .replace(/[\n\u0000\u2028]/g, ' ')
    .trim()
    .slice(0, length)

const sinksOf = ({ product, article, category, picture }: Places): Record<string, Sink> => ({
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
  'category name': (text) => [
    'PUT',
    `/api/admin/categories/${category}`,
    { name: inLine(text, 60) },
    'staff',
  ],
  'alt text': (text) => [
    'PUT',
    `/api/admin/media/${picture}`,
    { altText: inLine(text, 200) },
    'staff',
  ],
  'first name': (text) => [
    'PATCH',
    '/api/account/profile',
    { firstName: inLine(text, 40), lastName: inLine(text, 40) },
    'customer',
  ],
  message: (text) => [
    'POST',
    '/api/contact',
    { name: inLine(text, 100) || 'x', email: 'someone@example.com', topic: 'other', message: text },
    'customer',
  ],
})

/**
 * Writes a text everywhere it can be written, as staff and customers do.
 * @returns how many places took it; a place may refuse a text, with a 4xx
 */
export async function plant(
  trust: Trust,
  text: string,
  places: Places,
  cookies: Cookies,
): Promise<{ planted: string[]; failures: string[] }> {
  const random = trust.randomFor(`plant ${text}`)
  const planted: string[] = []
  const failures: string[] = []
  for (const [sink, write] of Object.entries(sinksOf(places))) {
    const [method, path, body, by] = write(text)
    const answer: Answer = await trust.call(method, path, {
      body,
      cookie: cookies[by],
      address: clientAddress(random),
    })
    if (answer.status < 300 && answer.status > 0) planted.push(sink)
    else if (answer.status < 400 || answer.status >= 500)
      failures.push(`${sink} with ${JSON.stringify(text)}: ${answer.status}`)
  }
  return { planted, failures }
}
