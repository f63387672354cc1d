import { connectService } from '../connect-service'
import { clientAddress, type Trust, waitFor } from '../shop'
import { noisePng } from '../uploads/odd-files'
import { send } from '../uploads/suite'

/** Ids of what came with the texts. */
export type Imported = { articles: { id: number; slug: string }[]; products: { id: number }[] }

/** The newest posts, videos, and listings of the sandbox's accounts get the texts; the others are removed, because an import takes all. */
const services: Record<
  string,
  { fill: (trust: Trust, texts: readonly string[]) => Promise<void>; path: string; body: object }
> = {
  instagram: {
    path: '/api/admin/instagram/import',
    body: { status: 'published' },
    fill: async (trust, texts) => {
      const { media } = await trust.control<{ media: { id: string }[] }>('GET', '/instagram/ledger')
      for (const { id } of media) await trust.control('DELETE', `/instagram/media/${id}`)
      for (const text of texts)
        await trust.control('POST', '/instagram/media', {
          caption: `${text}\n\nAfter ${text} #${text}`,
        })
    },
  },
  tiktok: {
    path: '/api/admin/tiktok/import',
    body: { status: 'published' },
    fill: async (trust, texts) => {
      const { videos } = await trust.control<{ videos: { id: string }[] }>('GET', '/tiktok/ledger')
      for (const { id } of videos) await trust.control('DELETE', `/tiktok/videos/${id}`)
      for (const text of texts)
        await trust.control('POST', '/tiktok/videos', { title: text, description: text })
    },
  },
  etsy: {
    path: '/api/admin/etsy/import-all',
    body: {},
    fill: async (trust, texts) => {
      await trust.control('POST', '/etsy/settings', { limits: false })
      const { listings } = await trust.control<{ listings: { id: number; state: string }[] }>(
        'GET',
        '/etsy/ledger',
      )
      const active = listings.filter(({ state }) => state === 'active')
      for (const [index, text] of texts.entries())
        await trust.control('POST', `/etsy/listings/${active[index]?.id}`, {
          title: text,
          tags: [text.slice(0, 20)],
        })
    },
  },
  printful: {
    path: '/api/admin/printful/sync',
    body: {},
    fill: async (trust, texts) => {
      await trust.control('POST', '/printful/settings', { limits: false, progressMs: 0 })
      const { products } = await trust.control<{ products: { id: number }[] }>(
        'GET',
        '/printful/ledger',
      )
      for (const { id } of products.filter((one) => one.id < storeProductIds))
        await trust.control('POST', `/printful/products/${id}/delete`, {})
      await trust.control('POST', '/printful/products', {
        products: texts.map((text, index) => ({
          id: textProductIds + index,
          name: text,
          type: 'T-SHIRT',
          variants: ['S', 'M'].map((size, number) => ({
            id: textProductIds * 10 + index * 10 + number,
            name: `${text} / ${text} / ${size}`,
            sku: text,
            size,
            color: text,
            retailPrice: '30.00',
          })),
        })),
      })
    },
  },
}
/** The products of the demo shop begin here; the sandbox's own are below. */
const storeProductIds = 378_200_000
const textProductIds = 400_000_000

async function runImport(
  trust: Trust,
  { path, body }: { path: string; body: object },
  cookie: string,
): Promise<void> {
  const address = clientAddress(trust.randomFor(path))
  const started = await trust.call('POST', path, { cookie, address, body: { ...body, wait: 0 } })
  if (started.status !== 200 && started.status !== 202)
    throw new Error(`${path}: ${started.status} ${JSON.stringify(started.body)}`)
  const status = await waitFor(
    `The import of ${path}`,
    async () => {
      const run = await trust.call('GET', `/api/admin/sync-runs/${started.body.run.id}`, {
        cookie,
        address,
      })
      return ['queued', 'running'].includes(run.body.status) ? false : String(run.body.status)
    },
    { timeoutMs: 300_000, everyMs: 500 },
  )
  if (status !== 'done') throw new Error(`${path} is ${status}`)
}

/** Brings the texts into the shop from outside: as captions, titles, and names at the services it imports from. */
export async function importTexts(
  trust: Trust,
  texts: readonly string[],
  cookie: string,
): Promise<Imported> {
  const [before] = await trust.query<{ article: number; product: number }>(
    'select coalesce((select max(id) from content), 0) as article, coalesce((select max(id) from products), 0) as product',
  )
  for (const [name, { fill, path, body }] of Object.entries(services)) {
    if (name !== 'printful') await connectService(trust, name, cookie)
    await fill(trust, texts)
    await runImport(
      trust,
      { path, body: name === 'etsy' ? { ...body, limit: texts.length } : body },
      cookie,
    )
  }
  // Imported products wait for staff; here visitors look at them as well.
  const products = await trust.query<{ id: number }>(
    'update products set is_active = true where id > $1 returning id',
    [before?.product],
  )
  const articles = await trust.query<{ id: number; slug: string }>(
    'select id, slug from content where id > $1 order by id',
    [before?.article],
  )
  return { articles, products }
}

/** Uploads pictures whose file names and alt texts are the texts. @returns how many were accepted, and what failed */
export async function uploadNamed(
  trust: Trust,
  texts: readonly string[],
  cookie: string,
): Promise<{ accepted: number; failures: string[] }> {
  const random = trust.randomFor('file names')
  const data = await noisePng(40)
  const failures: string[] = []
  let accepted = 0
  for (const text of texts) {
    const { status, text: answer } = await send(
      trust,
      { data, name: `${text}.png`, alt: text },
      { cookie, address: clientAddress(random) },
    )
    if (status === 200 || status === 201) accepted += 1
    else if (status < 400 || status >= 500)
      failures.push(`a file named ${JSON.stringify(text)}: ${status} ${answer.slice(0, 120)}`)
  }
  return { accepted, failures }
}
