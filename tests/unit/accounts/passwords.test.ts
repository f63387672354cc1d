import { pbkdf2Sync } from 'node:crypto'

import { hashPassword, passwordMatches } from '@/modules/accounts/actions/passwords'
import { AppError } from '@/platform/errors'

it('password hashing accepts 22 requests at once and rejects the rest with too_many_requests', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => passwordMatches('slow fern at dawn', undefined)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(22)
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  expect(refusals).toHaveLength(8)
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'too_many_requests' })
  }
  const stored = await hashPassword('slow fern at dawn')
  const derived = pbkdf2Sync('slow fern at dawn', stored.salt, 600_000, 32, 'sha256')
  expect(stored.hash).toBe(`pbkdf2-sha256-v1:${derived.toString('hex')}`)
  expect(await passwordMatches('slow fern at dawn', stored)).toBe(true)
  expect(await passwordMatches('slow fern at dusk', stored)).toBe(false)
}, 120_000)
