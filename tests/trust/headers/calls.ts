import { calls, type Rule } from '@tests/integration/http/access-matrix'

import { type Answer, clientAddress, type Trust } from '../shop'
import { isShared, judge } from './judge'

const samples: Readonly<Record<string, string>> = {
  orderNumber: 'DF-1001',
  slug: 'dawn',
  provider: 'google',
  platform: 'instagram',
  kind: 'revenue',
  code: '0'.repeat(24),
}
const pathOf = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => samples[name] ?? '1')

/** Only reads of visitors may be the same for everyone. */
const mayBeShared = (method: string, rule: Rule, { status }: Answer): boolean =>
  method === 'GET' && rule.for === 'everybody' && status === 200

/** Reads that change the session or send the reader to another service. */
const actsAtOnce = /logout|\/connect\/|callback/

type CallHeaders = { failures: string[]; answers: number; shared: number }

/**
 * Every call of the API: its reads as each reader, and its changes as a visitor, which change nothing because their
 * fields are missing. Publicly cacheable responses are the same for everyone; no other response may be stored by
 * caches.
 */
export async function tryCalls(
  trust: Trust,
  cookies: Record<string, string>,
): Promise<CallHeaders> {
  const result: CallHeaders = { failures: [], answers: 0, shared: 0 }
  for (const [label, rule] of Object.entries(calls)) {
    const [method = '', path = ''] = label.split(' ')
    const isRead = method === 'GET' && !actsAtOnce.test(path)
    const sharedBodies = new Set<string>()
    for (const [who, cookie] of Object.entries(isRead ? cookies : { visitor: '' })) {
      const answer = await trust.call(method, pathOf(path), {
        cookie,
        body: method === 'GET' ? undefined : {},
        address: clientAddress(trust.randomFor(`${label}${who}`)),
      })
      result.answers += 1
      const wrong = judge(answer, who)
      const cacheControl = answer.headers.get('cache-control') ?? ''
      if (answer.status === 0 || answer.status >= 500) wrong.push('no answer')
      if (answer.headers.has('access-control-allow-origin')) wrong.push('open to other sites')
      if (isShared(cacheControl) && mayBeShared(method, rule, answer))
        sharedBodies.add(JSON.stringify(answer.body))
      else if (!/no-store|private/.test(cacheControl))
        wrong.push(`Cache-Control is ${cacheControl || 'missing'}`)
      result.failures.push(...wrong.map((one) => `${label} as ${who} (${answer.status}): ${one}`))
    }
    if (sharedBodies.size > 0) result.shared += 1
    if (sharedBodies.size > 1) result.failures.push(`${label} may be stored, but isn’t the same`)
  }
  if (result.shared === 0)
    result.failures.push('no call may be stored, so their bodies prove nothing')
  return result
}
