import { rest } from '@tests/integration/http/access-matrix'

import { screenGroups } from '@/admin/shell/screens'
import type { ApiDocument } from '@/modules/shop/queries/openapi-document'

import { newCustomer, signInAs } from '../races/shop-actions'
import { clientAddress, type Suite, type SuiteReport, type Trust } from '../shop'
import { watchChanges } from './changes'
import { badPageRequest, badRequest, operationsOf } from './generate'
import { badRestRequest, type Collection } from './staff-requests'
import { type Run, tryOne } from './suite'

const sizes = { quick: 250, ci: 3000, full: 25_000 }
/** After this many requests, and when a request has ended the session, another user continues. */
const requestsOfOne = 250

/** A super admin of the suite's own, so that no request locks out the people of other suites. */
async function newOwner(trust: Trust): Promise<string> {
  const arena = { trust, owner: '', items: [], crowd: 1, name: 'staff' }
  const { id, username } = await newCustomer(arena)
  await trust.query(
    `do $$ begin perform set_config('app.role_change', '1', true);
       update users set role = 'super_admin' where id = ${id}; end $$`,
  )
  const { headers } = await signInAs(arena, username)
  return headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
}

/** Each collection with a document as staff read it. */
async function readCollections(trust: Trust, cookie: string): Promise<Collection[]> {
  const random = trust.randomFor('collections')
  const collections: Collection[] = []
  for (const slug of Object.keys(rest)) {
    const { body } = await trust.call('GET', `/cms/api/${slug}?limit=1&depth=0`, {
      cookie,
      address: clientAddress(random),
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    collections.push({ slug, document: body.docs?.[0] })
  }
  return collections
}

async function run(trust: Trust): Promise<SuiteReport> {
  const total = sizes[trust.scale]
  const random = trust.randomFor('bad input of staff')
  const document = (await trust.call('GET', '/api/openapi.json')).body as unknown as ApiDocument
  const operations = operationsOf(document)
  const screens = screenGroups
    .flatMap(({ parent, screens: inner }) => (parent ? [parent, ...inner] : inner))
    .flatMap(({ href }) => [href, `${href}/[id]`])
  let cookie = await newOwner(trust)
  const collections = await readCollections(trust, cookie)
  const { take, stop } = await watchChanges(trust)
  const current: Run = { trust, take, failures: [], statuses: new Map() }
  try {
    for (let count = 0; count < total; count += 1) {
      const as = { who: 'super admin', cookie }
      const kind = random.below(10)
      const operation = operations[count % operations.length]
      const { status } =
        kind < 2
          ? // Only what a browser of staff would ask for; other methods are the visitors' part.
            await tryOne(current, { ...badPageRequest(screens, random), method: 'GET' }, as)
          : kind < 6 || !operation
            ? await tryOne(current, badRestRequest(collections, random), { ...as, mayChange: true })
            : await tryOne(current, badRequest(document, operation, random), {
                ...as,
                route: `${operation.method} ${operation.path}`,
              })
      if (status !== 401 && count % requestsOfOne !== requestsOfOne - 1) continue
      cookie = await newOwner(trust)
      await take()
    }
  } finally {
    await stop()
  }
  return {
    counts: {
      requests: total,
      calls: operations.length,
      collections: collections.length,
      screens: screens.length / 2,
      statuses: [...current.statuses]
        .sort(([one], [other]) => one - other)
        .map(([status, count]) => `${status}×${count}`)
        .join(' '),
    },
    failures: current.failures,
  }
}

/** Comes last, because what staff may do changes the shop. */
export const badInputOfStaff: Suite = { letter: 'B', title: 'Bad input of staff', run }
