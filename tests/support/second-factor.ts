import { appCode } from './app-code'
import type { TestPerson } from './factories'
import { rowsOf, sql } from './payload'
import { call } from './request'

/** Turns two-step verification on, as the account page does. */
export async function turnOnTwoStep(
  person: TestPerson,
): Promise<{ secret: string; codes: string[] }> {
  const setup = await call<{ setup: string; secret: string }>(
    'POST',
    '/api/account/second-factor/setup',
    { as: person },
  )
  expect(setup.status).toBe(200)
  const { secret } = setup.body
  const on = await call<{ codes: string[] }>('POST', '/api/account/second-factor', {
    as: person,
    body: { setup: setup.body.setup, code: appCode(secret) },
  })
  expect(on.status).toBe(200)
  await forgetUsedCodes(person)
  return { secret, codes: on.body.codes }
}

/** Pretends that the last code was used minutes ago, so that the current one works. */
async function forgetUsedCodes({ user }: TestPerson): Promise<void> {
  await rowsOf(sql`update second_factors set last_step = last_step - 10 where user_id = ${user.id}`)
}
