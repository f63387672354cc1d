import { connectService } from '../connect-service'
import { buy } from '../faults/buy'
import { type Item, placePayment } from '../faults/purchase'
import { type Trust, waitFor } from '../shop'
import { liveThrough, merchantToken } from '../webhooks/histories'

/** How long a receipt may take; `quick` also runs beside other work. */
const timeoutMs = { quick: 180_000, ci: 60_000, full: 60_000 }
const longMs = 600_000
/** More waiting jobs than the worker runs at a time. */
const crowd = 12

type Hanging = { trust: Trust; items: Item[]; cookie: string }

const hang = ({ control }: Trust, provider: string, match?: object): Promise<unknown> =>
  control('POST', '/faults', {
    provider,
    match,
    fault: 'latency',
    latencyMs: longMs,
    times: 10_000,
  })

const addJobs = async ({ query }: Trust, name: string): Promise<void> => {
  for (let count = 0; count < crowd; count += 1)
    await query("select graphile_worker.add_job($1, '{}', queue_name => $1)", [name])
}

/** Requests pictures, each of which has to be read from the bucket. */
const askForPictures = async ({ shop, query }: Trust): Promise<Promise<number>[]> => {
  const pictures = await query<{ url: string }>(
    "select '/uploads/' || base_name || '-320.webp' as url from media where widths is not null order by id limit $1",
    [crowd],
  )
  return pictures.map(async (picture) => (await fetch(new URL(picture.url, shop.url))).status)
}

const buyOnce = ({ trust, items }: Hanging, name: string) =>
  buy(trust, { name: `hang-${trust.seed}-${name}`, mode: { name: 'ok' }, items })

/** A purchase while a service hangs, and its receipt. */
async function expectReceipt(hanging: Hanging, name: string): Promise<string[]> {
  const { trust } = hanging
  const purchase = await buyOnce(hanging, name)
  if (purchase.shownOutcome !== 'paid') return [`a buyer was told ${purchase.shownOutcome}`]
  await waitFor(
    'a receipt',
    async () => (await trust.mailsTo(purchase.email)).length > 0 || false,
    { timeoutMs: timeoutMs[trust.scale] },
  )
  await expectInternalJob(trust, name)
  return []
}

/** A job that needs no service, such as the start of a sale, must not wait for the jobs that do. */
async function expectInternalJob({ query, scale }: Trust, name: string): Promise<void> {
  const [job] = await query<{ id: string }>(
    "select id from graphile_worker.add_job('refresh-view-counts', '{}', job_key => $1)",
    [`hang-${name}`],
  )
  await waitFor(
    'a job that needs no service',
    async () =>
      (await query('select 1 from graphile_worker.jobs where id = $1', [job?.id])).length === 0,
    { timeoutMs: timeoutMs[scale] },
  )
}

/** Each starts work that waits for the service, and returns what is wrong with the work that doesn't need it. */
const services: Record<string, (hanging: Hanging) => Promise<string[]>> = {
  PayPal: async (hanging) => {
    const { trust, items } = hanging
    const [item] = items
    const open: string[] = []
    for (let number = 0; item && number < crowd; number += 1) {
      const name = `hang-${trust.seed}-open-${number}`
      open.push((await placePayment(trust, name, [{ ...item, quantity: 1 }])).id)
    }
    // The reconciler asks PayPal about checkouts that are open for ten minutes.
    await trust.query(
      "update orders set updated_at = now() - interval '11 minutes' where email like $1 and payment_state = 'created'",
      [`trust-hang-${trust.seed}-open-%`],
    )
    // Only these: before each capture the shop asks PayPal what pays.
    for (const id of open)
      await hang(trust, 'paypal', { method: 'GET', path: `/v2/checkout/orders/${id}` })
    await addJobs(trust, 'reconcile-payments')
    return expectReceipt(hanging, 'paypal')
  },
  Printful: async (hanging) => {
    await hang(hanging.trust, 'printful')
    for (let number = 0; number < crowd; number += 1) await buyOnce(hanging, `printed-${number}`)
    await addJobs(hanging.trust, 'poll-printful-orders')
    return expectReceipt(hanging, 'printful')
  },
  Mailchimp: async (hanging) => {
    const { trust, cookie } = hanging
    const connected = await trust.call('PUT', '/api/admin/connections/mailchimp', {
      body: { keys: { apiKey: '5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us6', audienceId: 'c0ffee1234' } },
      cookie,
    })
    if (connected.status !== 200) return [`it was not connected: ${connected.status}`]
    await hang(trust, 'mailchimp')
    await trust.call('POST', '/api/admin/mailchimp/sync', { body: { wait: 0 }, cookie })
    return expectReceipt(hanging, 'mailchimp')
  },
  Etsy: async (hanging) => {
    const { trust, cookie } = hanging
    await connectService(trust, 'etsy', cookie)
    await hang(trust, 'etsy')
    const { status } = await trust.call('POST', '/api/admin/etsy/import-all', {
      body: { wait: 0 },
      cookie,
    })
    if (status !== 202) return [`the import was not started: ${status}`]
    return expectReceipt(hanging, 'etsy')
  },
  'the social networks': async (hanging) => {
    const { trust, cookie } = hanging
    const networks = ['facebook', 'x', 'linkedin']
    for (const network of networks) await connectService(trust, network, cookie)
    for (const network of networks) await hang(trust, network)
    for (let number = 0; number < crowd; number += 1) {
      const { status } = await trust.call('POST', '/api/admin/social/posts', {
        body: {
          postText: `Walk ${number} along the river`,
          platforms: ['facebook', 'twitter', 'linkedin'],
          status: 'published',
        },
        cookie,
      })
      if (status !== 201) return [`a post was not accepted: ${status}`]
    }
    return expectReceipt(hanging, 'social')
  },
  'the bucket of files': async (hanging) => {
    const { trust } = hanging
    await hang(trust, 's3')
    const pictures = await askForPictures(trust)
    if (pictures.length === 0) return ['there are no pictures']
    await addJobs(trust, 'clean-up-media')
    const wrong = await expectReceipt(hanging, 'bucket')
    const late = (await Promise.all(pictures)).filter((status) => status !== 200 && status !== 503)
    return [...wrong, ...late.map((status) => `a picture was answered with ${status}`)]
  },
  'the mail server': async (hanging) => {
    const { trust, items } = hanging
    const [item] = items
    await hang(trust, 'mail')
    for (let number = 0; number < crowd; number += 1) await buyOnce(hanging, `mailed-${number}`)
    // No browser is left: only the webhook makes it paid.
    const token = await merchantToken(trust)
    const { email } = await liveThrough(trust, {
      name: `hang-${trust.seed}-webhook`,
      kind: 0,
      item: item ?? { productId: 0, size: '', color: '' },
      token,
    })
    await waitFor(
      'an order that a webhook makes paid',
      async () =>
        (
          await trust.query("select 1 from orders where email = $1 and status <> 'pending'", [
            email,
          ])
        ).length > 0,
      { timeoutMs: timeoutMs[trust.scale] },
    )
    await trust.control('DELETE', '/faults')
    return expectReceipt(hanging, 'mail')
  },
}

/** Lets one service after the other hang: what doesn't need it continues within a minute. @returns what doesn't */
export async function tryHanging(
  hanging: Hanging,
): Promise<{ services: number; failures: string[] }> {
  const { trust } = hanging
  const failures: string[] = []
  for (const [name, work] of Object.entries(services)) {
    const startedAt = Date.now()
    const wrong = await work(hanging).catch((error: Error) => [error.message])
    await trust.control('DELETE', '/faults')
    trust.log(`hanging: ${name}, ${Math.round((Date.now() - startedAt) / 1000)} s`)
    failures.push(...wrong.map((one) => `with ${name} hanging: ${one}`))
  }
  return { services: Object.keys(services).length, failures }
}
