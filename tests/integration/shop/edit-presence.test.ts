import { makePerson, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

it('shows who else has the same product open within the last 30 seconds, but not to editors', async () => {
  await getTestPayload()
  const [june, marisol, edie] = [
    await makePerson('super_admin'),
    await makePerson('admin'),
    await makePerson('editor'),
  ]
  const { id } = await makeProduct()
  const announce = (as: typeof june, body: object = { collection: 'products', id }) =>
    call<{ others: string[] }>('POST', '/api/admin/editing', { as, body })
  expect((await announce(june)).body).toEqual({ others: [] })
  expect((await announce(marisol)).body).toEqual({ others: [`Test ${june.user.lastName}`] })
  expect((await announce(edie)).status).toBe(403)
  expect((await announce(june, { collection: 'products', id: 999_999 })).body).toEqual({
    others: [],
  })
  expect((await announce(june, { collection: 'users', id })).status).toBe(400)
  await rowsOf(sql`update editing_now set seen_at = now() - interval '31 seconds'`)
  expect((await announce(june)).body).toEqual({ others: [] })
  expect(await rowsOf(sql`select user_id from editing_now order by 1`)).toEqual([
    { user_id: june.user.id },
    { user_id: marisol.user.id },
  ])
})
