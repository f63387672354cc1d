// @core
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'

import { canCallServerFunction } from '@/app/(payload)/server-function-access'

/** The id of the admin's server function is public, so it must check the caller. */
const canCall = async (
  name: unknown,
  person?: TestPerson,
  headers: Record<string, string> = {},
): Promise<boolean> =>
  canCallServerFunction(
    await getTestPayload(),
    new Headers({
      'sec-fetch-site': 'same-origin',
      ...(person ? { cookie: person.cookie } : {}),
      ...headers,
    }),
    name,
  )

it('the server function is available to staff only, and only from the same origin', async () => {
  const [customer, editor, deactivated] = [
    await makePerson('customer'),
    await makePerson('editor'),
    await makePerson('admin', { isActive: false }),
  ]
  expect([
    await canCall('form-state'),
    await canCall('form-state', customer),
    await canCall('form-state', deactivated),
    await canCall('form-state', editor),
  ]).toEqual([false, false, false, true])
  expect(
    await canCall('form-state', editor, {
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
])('the server function rejects the name %j even from a super admin', async (name) => {
  expect(await canCall(name, await makePerson('super_admin'))).toBe(false)
})
