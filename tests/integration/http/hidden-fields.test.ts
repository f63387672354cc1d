import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import type { FlattenedField } from 'payload'

import { rest } from './access-matrix'
import { knock } from './payload-rest-request'

let chief: TestPerson
beforeAll(async () => {
  await getTestPayload()
  chief = await makePerson('super_admin')
})

/** What nobody may read of a collection, by the paths a question could name it with. */
const hiddenIn = (fields: readonly FlattenedField[], before = ''): string[] =>
  fields.flatMap((field) => {
    const path = `${before}${field.name}`
    const rule = 'access' in field ? field.access?.read : undefined
    const isHidden =
      ('hidden' in field && field.hidden === true) ||
      (rule &&
        rule({ req: { user: { id: 0, role: 'super_admin', isActive: true } } } as never) !== true)
    const inside = 'flattenedFields' in field ? field.flattenedFields : []
    return isHidden
      ? [path, ...inside.map(({ name }) => `${path}.${name}`)]
      : hiddenIn(inside, `${path}.`)
  })

it('there is something to hide', async () => {
  const { collections } = await getTestPayload()
  expect(hiddenIn(collections.users.config.flattenedFields)).toEqual(
    expect.arrayContaining(['hash', 'salt', 'resetPasswordToken', 'sessions', 'sessions.id']),
  )
  expect(hiddenIn(collections.orders.config.flattenedFields)).toContain('accessKeyHash')
})

it.each(Object.keys(rest))(
  '%s cannot be sorted or filtered by what nobody may read',
  async (slug) => {
    const { collections } = await getTestPayload()
    const fields = hiddenIn(collections[slug as 'users'].config.flattenedFields)
    const letThrough: string[] = []
    for (const field of fields)
      for (const question of [
        `sort=${field}`,
        `sort=-${field}`,
        `sort=id,${field}`,
        `where[${field}][exists]=true`,
        `where[${field}][greater_than]=5`,
        `where[or][0][${field}][like]=a`,
      ]) {
        const { status, text } = await knock('GET', `/${slug}?${question}`, { as: chief })
        if (status < 400 || status >= 500)
          letThrough.push(`${question} ${status} ${text.slice(0, 80)}`)
      }
    expect(letThrough).toEqual([])
  },
)

it.each([
  'sort=user.hash',
  'sort=user__salt',
  'sort=id,-user.resetPasswordToken',
  'sort=-user.sessions.id',
  'where[user.hash][like]=a',
  'where[user.resetPasswordToken][exists]=true',
  'where[user.salt][greater_than]=5',
])('not by way of another collection either: %s', async (question) => {
  expect((await knock('GET', `/identities?${question}`, { as: chief })).status).toBe(400)
})
