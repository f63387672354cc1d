import { pages } from '@tests/integration/http/access-matrix'
import { leaks } from '@tests/support/error-response'

import type { ApiDocument } from '@/modules/shop/queries/openapi-document'

import { newCustomer } from '../races/shop-actions'
import { clientAddress, type Suite, type SuiteReport, type Trust } from '../shop'
import { watchChanges } from './changes'
import { badPageRequest, type BadRequest, badRequest, operationsOf } from './generate'
import { type Reply, sendRaw } from './send'

const sizes = { quick: 400, ci: 3000, full: 25_000 }
const pagesPart = 0.3
/** On a busy machine a response may take a while; one that never comes is abandoned after 20 seconds. */
const slowMs = { quick: 20_000, ci: 20_000, full: 5000 }

/** A wrong password is counted on the account. */
const changesOfRefusals: Readonly<Record<string, string[]>> = { 'POST /api/auth/local': ['users'] }

/** The text of a page. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** What is wrong with an answer to an API call. */
function judgeAnswer({ status, body, type }: Reply, route: string): string[] {
  if (status < 400 || status >= 500) return []
  // Node itself refuses an address that is longer than its limit.
  if (status === 431 && body === '') return []
  // Sign-in elsewhere is a page to its visitor; an address that is not valid gets a sentence.
  if (/ \/auth\//.test(route) && type.includes('text/'))
    return leaks.test(textOf(body)) ? [`it says ${textOf(body)}`] : []
  if (!type.includes('json')) return [`an answer of the type ${type}`]
  const { error, code } = JSON.parse(body) as { error?: unknown; code?: unknown }
  // Payload's own router answers 404 without a code.
  if (status === 404 && code === undefined) return leaks.test(body) ? [`it says ${body}`] : []
  if (typeof error !== 'string' || typeof code !== 'string' || !/^[a-z_]+$/.test(code))
    return [`no error with a code: ${body.slice(0, 200)}`]
  return leaks.test(error) || error.length > 600 ? [`it says ${error.slice(0, 300)}`] : []
}

const judgeAny = ({ status, body, milliseconds }: Reply, scale: Trust['scale']): string[] => [
  ...(status === 0 ? [`no answer: ${body}`] : []),
  ...(status >= 500 && status !== 501 ? [`answered ${status} ${body.slice(0, 200)}`] : []),
  ...(milliseconds > slowMs[scale] ? [`took ${Math.round(milliseconds)} ms`] : []),
]

export type Run = {
  trust: Trust
  take: () => Promise<string[]>
  failures: string[]
  statuses: Map<number, number>
}

/**
 * Sends one request and notes what is wrong with its answer.
 * @param options.route the call it is for; pages and Payload's REST have none
 * @param options.mayChange whether a request that succeeds may change the database
 */
export async function tryOne(
  { trust, take, failures, statuses }: Run,
  request: BadRequest,
  {
    cookie,
    who,
    route,
    mayChange = route !== undefined,
  }: { cookie?: string; who: string; route?: string; mayChange?: boolean },
): Promise<Reply> {
  const address = clientAddress(trust.randomFor(`${who}${statuses.size}${Math.random()}`))
  const reply = await sendRaw(trust, request, { cookie, address })
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
  const changed = await take()
  const isRefused = reply.status >= 400
  const allowed = (route && changesOfRefusals[route]) || []
  const wrong = [
    ...judgeAny(reply, trust.scale),
    ...(route ? judgeAnswer(reply, route) : []),
    ...(isRefused && changed.some((table) => !allowed.includes(table))
      ? [`refused with ${reply.status}, but it changed ${[...new Set(changed)].join()}`]
      : []),
    ...(!isRefused && !mayChange && changed.length > 0
      ? [`reading changed ${[...new Set(changed)].join()}`]
      : []),
  ]
  const name = `${request.method} ${request.path.slice(0, 150)} as ${who} with ${request.description}`
  failures.push(...wrong.map((one) => `${name}: ${one}`))
  return reply
}

async function run(trust: Trust): Promise<SuiteReport> {
  const total = sizes[trust.scale]
  const random = trust.randomFor('bad input')
  const document = (await trust.call('GET', '/api/openapi.json')).body as unknown as ApiDocument
  const operations = operationsOf(document)
  const arena = { trust, owner: '', items: [], crowd: 1, name: 'b' }
  let customer = await newCustomer(arena)
  const { take, stop } = await watchChanges(trust)
  const current: Run = { trust, take, failures: [], statuses: new Map() }
  const pageList = Object.keys(pages)
  try {
    for (let count = 0; count < total; count += 1) {
      if (random.chance(pagesPart)) {
        await tryOne(current, badPageRequest(pageList, random), { who: 'visitor' })
        continue
      }
      // Every call once, so that none is left out by chance.
      const operation = operations[count % operations.length]
      if (!operation) continue
      const route = `${operation.method} ${operation.path}`
      const isCustomer = random.chance(0.5)
      if (isCustomer && /logout|session|password|pause|deletion/.test(route)) {
        await take()
        customer = await newCustomer(arena)
        await take()
      }
      await tryOne(current, badRequest(document, operation, random), {
        who: isCustomer ? 'customer' : 'visitor',
        cookie: isCustomer ? customer.cookie : undefined,
        route,
      })
    }
    const polluted = await trust.call('GET', '/api/auth/user')
    if (polluted.status !== 401)
      current.failures.push(`afterwards a visitor is somebody: ${polluted.status}`)
  } finally {
    await stop()
  }
  const statuses = [...current.statuses].sort(([one], [other]) => one - other)
  return {
    counts: {
      requests: total,
      calls: operations.length,
      pages: pageList.length,
      statuses: statuses.map(([status, count]) => `${status}×${count}`).join(' '),
    },
    failures: current.failures,
  }
}

export const badInput: Suite = { letter: 'B', title: 'Bad input', run }
