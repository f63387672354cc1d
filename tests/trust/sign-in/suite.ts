import { setTimeout as sleep } from 'node:timers/promises'

import type { ApiDocument } from '@/modules/shop/queries/openapi-document'

import { exampleBody, operationsOf } from '../bad-input/generate'
import {
  type Arena,
  callFrom,
  cookieOf,
  newCustomer,
  password,
  signInAs,
} from '../races/shop-actions'
import { createRandom } from '../random'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust } from '../shop'
import { foreignReturnPaths, pathsThatSignOut } from './redirects'

const sizes = {
  quick: { samples: 60, guesses: 300, rounds: 3 },
  ci: { samples: 200, guesses: 1000, rounds: 10 },
  full: { samples: 1000, guesses: 10_000, rounds: 50 },
}

const arenaOf = (trust: Trust): Arena => ({ trust, owner: '', items: [], crowd: 1, name: 'l' })

/** The probability that a sample of `one` takes longer than one of `other`: 0.5 if they are alike. */
export function areaUnderCurve(one: readonly number[], other: readonly number[]): number {
  const wins = one.reduce(
    (sum, a) => sum + other.reduce((inner, b) => inner + (a > b ? 1 : a === b ? 0.5 : 0), 0),
    0,
  )
  return wins / (one.length * other.length)
}

/** Whether the time of a refusal shows that a username exists. Both kinds take turns, so that load hits them alike. */
async function tryTiming(
  trust: Trust,
  samples: number,
): Promise<{ auc: number; failures: string[] }> {
  const random = trust.randomFor('timing')
  const { username } = await newCustomer(arenaOf(trust))
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const failures: string[] = []
  for (let n = 0; n < samples; n += 1)
    for (const kind of random.shuffled(['known', 'unknown'] as const)) {
      const startedAt = performance.now()
      const { status } = await trust.call('POST', '/api/auth/local', {
        body: {
          username: kind === 'known' ? username : `nobody${random.below(1e9)}`,
          password: 'a wrong password',
        },
        address: clientAddress(random),
      })
      times[kind].push(performance.now() - startedAt)
      if (status !== 401) failures.push(`a wrong password of a ${kind} username: ${status}`)
    }
  const auc = areaUnderCurve(times.known, times.unknown)
  // The standard error of the area under two equal distributions.
  const tolerance = 2 * Math.sqrt((2 * samples + 1) / (12 * samples * samples))
  if (Math.abs(auc - 0.5) > 0.05 + tolerance)
    failures.push(`the time of a refusal tells existing usernames apart: AUC ${auc.toFixed(3)}`)
  return { auc, failures }
}

/** Guesses from 50 addresses; the owner of the account must still get in from another one. */
async function tryStuffing(
  trust: Trust,
  guesses: number,
): Promise<{ checked: number; failures: string[] }> {
  const random = trust.randomFor('stuffing')
  const arena = arenaOf(trust)
  const { username } = await newCustomer(arena)
  const addresses = Array.from({ length: 50 }, () => clientAddress(random))
  const checked = new Map<string, number>()
  const failures: string[] = []
  const startedAt = Date.now()
  let left = guesses
  const guess = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const address = random.oneOf(addresses)
      const { status } = await trust.call('POST', '/api/auth/local', {
        body: { username, password: `guess ${left} of many` },
        address,
      })
      if (status === 401) checked.set(address, (checked.get(address) ?? 0) + 1)
      else if (status !== 429 && status !== 503) failures.push(`a guess was answered ${status}`)
    }
  }
  const owner = async (): Promise<void> => {
    await sleep(500)
    const { status } = await signInAs(arena, username)
    if (status !== 200) failures.push(`the owner could not sign in during the guesses: ${status}`)
  }
  await Promise.all([...Array.from({ length: 8 }, guess), owner()])
  const windows = Math.ceil((Date.now() - startedAt) / 600_000)
  for (const [address, count] of checked)
    if (count > 8 * windows)
      failures.push(`${count} guesses for one username from ${address} were checked`)
  return { checked: [...checked.values()].reduce((sum, count) => sum + count, 0), failures }
}

type Revocation = (args: { trust: Trust; id: number; cookie: string }) => Promise<unknown>
const change = (trust: Trust, id: number, sql: string): Promise<unknown> =>
  trust.query(
    `do $$ begin perform set_config('app.role_change', '1', true); update users set ${sql} where id = ${id}; end $$`,
  )
const revocations: Record<string, Revocation> = {
  'signing out': ({ trust, cookie }) => trust.call('POST', '/api/logout', { cookie }),
  deactivation: async ({ trust, id }) => {
    const owner = await signIn(trust, 'june', clientAddress(createRandom(`off ${id}`)))
    return trust.call('PATCH', `/api/admin/users/${id}`, {
      cookie: owner,
      body: { isActive: false },
    })
  },
  'a deactivation in the database': ({ trust, id }) => change(trust, id, 'is_active = false'),
}

/** A new password elsewhere ends this session. */
async function changePasswordElsewhere(arena: Arena, username: string): Promise<number> {
  const elsewhere = cookieOf(await signInAs(arena, username))
  const { status } = await callFrom(arena, 'POST', '/api/account/password', {
    cookie: elsewhere,
    body: { currentPassword: password, password: 'another-way-home-again' },
  })
  return status
}

/** The first request after a session lost its right must be refused. */
async function tryRevocations(
  trust: Trust,
  rounds: number,
): Promise<{ count: number; failures: string[] }> {
  const arena = arenaOf(trust)
  const failures: string[] = []
  let count = 0
  const isIn = async (cookie: string): Promise<number> =>
    (await callFrom(arena, 'GET', '/api/account/orders', { cookie })).status
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, revoke] of Object.entries(revocations)) {
      const { id, cookie } = await newCustomer(arena)
      const before = await isIn(cookie)
      await revoke({ trust, id, cookie })
      const after = await isIn(cookie)
      count += 1
      if (before !== 200 || after !== 401)
        failures.push(`${name}: ${before} before, ${after} after`)
    }
    const { username, cookie } = await newCustomer(arena)
    const changed = await changePasswordElsewhere(arena, username)
    const after = await isIn(cookie)
    count += 1
    if (changed !== 200 || after !== 401)
      failures.push(`a new password elsewhere (${changed}): ${after} after`)
  }
  return { count, failures }
}

/** A session that an attacker planted before the sign-in must not be used after it. */
async function tryFixation(trust: Trust): Promise<string[]> {
  const arena = arenaOf(trust)
  const { username } = await newCustomer(arena)
  const planted = 'payload-token=eyJhbGciOiJIUzI1NiJ9.cGxhbnRlZA.c2lnbmF0dXJl'
  const answer = await callFrom(arena, 'POST', '/api/auth/local', {
    cookie: planted,
    body: { username, password },
  })
  const before = await callFrom(arena, 'GET', '/api/account/orders', { cookie: planted })
  return [
    ...(answer.status === 200 ? [] : [`signing in with a planted cookie: ${answer.status}`]),
    ...(cookieOf(answer).includes(planted) ? ['the planted session is used'] : []),
    ...(before.status === 401 ? [] : [`the planted session works: ${before.status}`]),
  ]
}

async function tryRedirects(trust: Trust): Promise<{ count: number; failures: string[] }> {
  const random = trust.randomFor('redirects')
  const [wren, edie] = [
    await signIn(trust, 'wren', clientAddress(random)),
    await signIn(trust, 'edie', clientAddress(random)),
  ]
  const failures: string[] = []
  const pages = [
    { page: '/auth?next=', cookie: wren, own: '/account/orders' },
    { page: '/auth/code?next=', cookie: wren, own: '/account/orders' },
    { page: '/admin/login?redirect=', cookie: edie, own: '/admin/content' },
  ]
  for (const { page, cookie, own } of pages) {
    const targetOf = async (next: string): Promise<string> => {
      const path = `${page}${encodeURIComponent(next)}`
      const { headers, status } = await trust.call('GET', path, {
        cookie,
        address: clientAddress(random),
      })
      return headers.get('location') ?? `status ${status}`
    }
    const target = await targetOf(own)
    if (!target.endsWith(own)) failures.push(`${page}${own} is not returned to: ${target}`)
    for (const next of [...foreignReturnPaths, ...pathsThatSignOut]) {
      const other = await targetOf(next)
      const { origin, protocol, pathname } = new URL(other, trust.shop.url)
      const isAway = origin !== trust.shop.url || !protocol.startsWith('http')
      if (isAway || pathname.startsWith('//') || /log-?out/i.test(pathname))
        failures.push(`${page}${JSON.stringify(next)} leads to ${other}`)
    }
  }
  return { count: pages.length * (foreignReturnPaths.length + pathsThatSignOut.length), failures }
}

/** Every documented call that changes something, as a page of another site would send it with the owner's cookie. */
async function tryOtherSites(trust: Trust): Promise<{ count: number; failures: string[] }> {
  const random = trust.randomFor('other sites')
  const cookie = await signIn(trust, 'june', clientAddress(random))
  const { body: document } = (await trust.call('GET', '/api/openapi.json')) as { body: ApiDocument }
  const calls = operationsOf(document).filter(
    ({ method, path }) => method !== 'GET' && !path.includes('/webhooks/'),
  )
  const headerSets: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: trust.shop.url.replace('//', '//evil.'), 'Sec-Fetch-Site': 'same-site' },
  ]
  const failures: string[] = []
  let count = 0
  for (const call of calls)
    for (const headers of headerSets) {
      const { status } = await trust.call(call.method, call.path.replace(/\{\w+\}/g, '999999999'), {
        cookie,
        headers,
        address: clientAddress(random),
        body: exampleBody(document, call),
      })
      count += 1
      if (status !== 403)
        failures.push(`${call.method} ${call.path} from ${JSON.stringify(headers)}: ${status}`)
    }
  return { count, failures }
}

async function run(trust: Trust): Promise<SuiteReport> {
  const { samples, guesses, rounds } = sizes[trust.scale]
  const others = await tryOtherSites(trust)
  const redirects = await tryRedirects(trust)
  const timing = await tryTiming(trust, samples)
  const stuffing = await tryStuffing(trust, guesses)
  const revoked = await tryRevocations(trust, rounds)
  return {
    counts: {
      'AUC of the time of a refusal': timing.auc.toFixed(3),
      'timing samples': 2 * samples,
      guesses,
      'guesses checked': stuffing.checked,
      revocations: revoked.count,
      'redirects to other sites and out': redirects.count,
      'calls from other sites': others.count,
    },
    failures: [
      ...timing.failures,
      ...stuffing.failures,
      ...revoked.failures,
      ...(await tryFixation(trust)),
      ...redirects.failures,
      ...others.failures,
    ],
  }
}

export const signIns: Suite = { letter: 'L', title: 'Sign-in', run }
