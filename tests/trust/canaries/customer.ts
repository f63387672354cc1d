import { randomUUID } from 'node:crypto'

import { type Item, printableItems } from '../faults/purchase'
import { type Answer, clientAddress, type Trust, waitFor } from '../shop'

/** A customer whose every text can be found anywhere, because no one else has it. */
export type Customer = {
  cookie: string
  email: string
  userId: number
  productId: number
  /** Every text of theirs, in lower case. */
  canaries: string[]
}

const password = 'ferns beside the slow river 41'
const letters = (seed: number): string =>
  [...String(seed)].map((digit) => 'bcdfghjklm'[Number(digit)] ?? 'z').join('')

const must = (what: string, { status, body }: Answer): Answer['body'] => {
  if (status !== 200 && status !== 201)
    throw new Error(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  return body
}

type Steps = {
  trust: Trust
  word: (name: string) => string
  address: string
  email: string
  recipient: Record<string, string>
}

async function register({ trust, word, address, email }: Steps) {
  const username = word('user')
  const answer = await trust.call('POST', '/api/auth/register', {
    body: { username, password, email, firstName: word('first'), lastName: word('last') },
    address,
  })
  must('Registering', answer)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  // An address is confirmed by a link in an email, which this suite doesn't follow.
  const [user] = await trust.query<{ id: number }>(
    'update users set email = $2, pending_email = null where username = $1 returning id',
    [username, email],
  )
  if (!user) throw new Error('The account is not there.')
  return { cookie, userId: user.id }
}

async function order(
  { trust, word, address, email, recipient }: Steps,
  cookie: string,
  [item]: Item[],
): Promise<void> {
  const items = [{ ...item, quantity: 1 }]
  const place = { stateCode: 'CA', zip: '93023' }
  const quote = await trust.call('POST', '/api/cart/check', { body: { items, place }, address })
  const placed = must(
    'Ordering',
    await trust.call('POST', '/order', {
      address,
      cookie,
      body: {
        checkoutId: randomUUID(),
        amount: String(quote.body.totals?.total),
        currency: 'USD',
        intent: 'CAPTURE',
        items,
        customer: { email, ...recipient },
        billing: { ...recipient, address1: `9 ${word('bill')} Row` },
      },
    }),
  )
  await trust.control('POST', `/paypal/orders/${placed.id}/approve`, { funding: 'ok' })
  // The first try fails, so that the failure is logged.
  await trust.control('POST', '/faults', {
    provider: 'paypal',
    match: { method: 'POST', path: `/v2/checkout/orders/${placed.id}/capture` },
    fault: 'malformed',
  })
  await waitFor('The payment', async () => {
    const { status } = await trust.call('POST', `/order/${placed.id}/capture`, {
      body: { key: placed.key },
      address,
      cookie,
    })
    return status === 200
  })
}

/** Other data that a customer leaves. */
async function leaveTraces({ trust, word, address, email, recipient }: Steps, cookie: string) {
  must(
    'Saving an address',
    await trust.call('POST', '/api/account/addresses', {
      body: { ...recipient, phone: '8055550142', label: word('label'), isDefault: true },
      cookie,
      address,
    }),
  )
  must(
    'The newsletter',
    await trust.call('POST', '/api/newsletter/subscribe', {
      body: { email, firstName: word('reader'), lastName: word('readerlast') },
      address,
    }),
  )
  must(
    'A message',
    await trust.call('POST', '/api/contact', {
      body: {
        name: word('writer'),
        email,
        topic: 'Something else',
        message: `Hello, ${word('message')}`,
      },
      cookie,
      address,
    }),
  )
  await trust.call('GET', `/products?search=${word('search')}`, { cookie, address })
}

/** Calls with their texts that fail inside, where an error could repeat them. */
async function causeErrors({ trust, word, address, email }: Steps): Promise<void> {
  await trust.query(`create or replace function trust_canaries() returns trigger language plpgsql as
    $$ begin raise exception 'a planted failure'; end $$`)
  for (const table of ['users', 'subscribers', 'contact_messages'])
    await trust.query(
      `create trigger trust_canaries before insert on ${table} execute function trust_canaries()`,
    )
  try {
    const calls: [string, unknown][] = [
      ['/api/auth/register', { username: `${word('user')}x`, password, firstName: word('first') }],
      ['/api/newsletter/subscribe', { email: `x${email}`, firstName: word('reader') }],
      [
        '/api/contact',
        { name: word('writer'), email, topic: 'Something else', message: word('message') },
      ],
    ]
    for (const [path, body] of calls) {
      const { status, body: answer } = await trust.call('POST', path, { body, address })
      if (status !== 500 || JSON.stringify(answer).toLowerCase().includes('canary'))
        throw new Error(`${path} answered ${status} ${JSON.stringify(answer)}`)
    }
  } finally {
    for (const table of ['users', 'subscribers', 'contact_messages'])
      await trust.query(`drop trigger trust_canaries on ${table}`)
  }
}

/** A review with their name, on a page that everyone may read. */
async function review({ trust, word }: Steps, productId: number, userId: number): Promise<void> {
  await trust.query(
    `insert into reviews (product_id, customer_id, author, rating, title, body, status)
     values ($1, $2, $3, 5, 'Soft', 'It is soft.', 'approved')`,
    [productId, userId, word('author')],
  )
  await trust.query(`select pg_notify('dayfern_invalidate_tags', '["*"]')`)
}

/** Has a customer do everything that leaves personal data, with failures on the way. */
export async function makeCustomer(trust: Trust): Promise<Customer> {
  const tag = letters(trust.seed)
  const canaries: string[] = []
  const word = (name: string): string => {
    const canary = `canary${name}${tag}`
    if (!canaries.includes(canary)) canaries.push(canary)
    return canary
  }
  const steps: Steps = {
    trust,
    word,
    address: clientAddress(trust.randomFor('canaries')),
    email: `${word('mail')}@example.com`,
    recipient: {
      firstName: word('shipfirst'),
      lastName: word('shiplast'),
      address1: `18 ${word('street')} Lane`,
      city: word('town'),
      countryCode: 'US',
      stateCode: 'CA',
      zip: '93023',
    },
  }
  const items = await printableItems(trust)
  const { cookie, userId } = await register(steps)
  await leaveTraces(steps, cookie)
  await order(steps, cookie, items)
  await causeErrors(steps)
  const productId = items[0]?.productId ?? 0
  await review(steps, productId, userId)
  return { cookie, email: steps.email, userId, productId, canaries }
}

/** Requests the deletion from the account, and skips its waiting period and the order's delivery. */
export async function erase(trust: Trust, { cookie, userId }: Customer): Promise<void> {
  await trust.query(
    `update orders set status = 'delivered', shipped_at = now() - interval '90 days' where customer_id = $1`,
    [userId],
  )
  const { code } = must(
    'The deletion',
    await trust.call('POST', '/api/account/deletion', {
      body: { currentPassword: password, reason: 'A reason of their own' },
      cookie,
      address: clientAddress(trust.randomFor('erase')),
    }),
  )
  await trust.query(
    "update data_requests set erase_after = now() - interval '1 minute' where code = $1",
    [code],
  )
  await trust.query("select graphile_worker.add_job('purge-expired', '{}')")
  await waitFor(
    'The erasure',
    async () => {
      const [request] = await trust.query<{ status: string; note: string | null }>(
        'select status, note from data_requests where code = $1',
        [code],
      )
      if (request?.status === 'waiting') throw new Error(`The erasure waits: ${request.note}`)
      return request?.status === 'completed'
    },
    { timeoutMs: 60_000 },
  )
}
