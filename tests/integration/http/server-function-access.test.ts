import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'

import { canCallServerFunction } from '@/app/(payload)/server-function-access'

/** The panel's server function is called by an id that stands in a public script, so it asks who is there. */
const may = async (
  name: unknown,
  person?: TestPerson,
  more: Record<string, string> = {},
): Promise<boolean> =>
  canCallServerFunction(
    await getTestPayload(),
    new Headers({
      'sec-fetch-site': 'same-origin',
      ...(person ? { cookie: person.cookie } : {}),
      ...more,
    }),
    name,
  )

it('it answers staff, and nobody else', async () => {
  const [customer, editor, off] = [
    await makePerson('customer'),
    await makePerson('editor'),
    await makePerson('admin', { isActive: false }),
  ]
  expect([
    await may('form-state'),
    await may('form-state', customer),
    await may('form-state', off),
    await may('form-state', editor),
  ]).toEqual([false, false, false, true])
  expect(
    await may('form-state', editor, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }),
  ).toBe(false)
})

it.each([
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'schedule-publish',
  'copy-data-from-locale',
  'render-widget',
  '',
  null,
  ['form-state'],
  { toString: 'form-state' },
])('it has no work called %j, not for the owner either', async (name) => {
  expect(await may(name, await makePerson('super_admin'))).toBe(false)
})
