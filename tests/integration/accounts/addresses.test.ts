import { address, makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

type Address = {
  id: number
  label: string
  city: string
  isDefault: boolean
  address1: string
  phone: string
}
let wren: TestPerson
let sol: TestPerson
const add = (as: TestPerson, changes: Record<string, unknown> = {}) =>
  call<Address[]>('POST', '/api/account/addresses', { as, body: { ...address, ...changes } })
const list = async (as: TestPerson): Promise<Address[]> =>
  (await call<Address[]>('GET', '/api/account/addresses', { as })).body
const cities = async (as: TestPerson) =>
  (await list(as)).map(({ city, isDefault }) => (isDefault ? `${city}*` : city))

beforeAll(async () => {
  await getTestPayload()
  ;[wren, sol] = await Promise.all([makePerson('customer'), makePerson('customer')])
})
beforeEach(() => rowsOf(sql`truncate addresses`))

it('makes the first address the default, and later ones only on request', async () => {
  expect((await add(wren, { label: 'Home', phone: '805 555 0123' })).body).toEqual([
    {
      id: expect.any(Number),
      label: 'Home',
      ...address,
      address2: '',
      phone: '805 555 0123',
      isDefault: true,
    },
  ])
  await add(wren, { city: 'Ventura' })
  expect(await cities(wren)).toEqual(['Ojai*', 'Ventura'])
  await add(wren, { city: 'Fresno', isDefault: true })
  expect(await cities(wren)).toEqual(['Fresno*', 'Ventura', 'Ojai'])
})

it('lets users change, delete, and set as default only their own addresses', async () => {
  const [mine] = (await add(wren)).body
  for (const [method, path, body] of [
    ['PUT', '', address],
    ['PUT', '/default', undefined],
    ['DELETE', '', undefined],
  ] as const)
    expect(
      await call(method, `/api/account/addresses/${mine?.id}${path}`, { as: sol, body }),
    ).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await cities(wren)).toEqual(['Ojai*'])
  expect(await cities(sol)).toEqual([])
  const { body } = await call<Address[]>('PUT', `/api/account/addresses/${mine?.id}`, {
    as: wren,
    body: { ...address, city: 'Ventura' },
  })
  expect(body).toMatchObject([{ city: 'Ventura', isDefault: true }])
})

it('makes the newest address the default when the default is deleted', async () => {
  const [first] = (await add(wren)).body
  await add(wren, { city: 'Ventura' })
  await add(wren, { city: 'Fresno' })
  await call('DELETE', `/api/account/addresses/${first?.id}`, { as: wren })
  expect(await cities(wren)).toEqual(['Fresno*', 'Ventura'])
})

it('keeps exactly one default after many simultaneous changes', async () => {
  await Promise.all(
    Array.from({ length: 6 }, (_, index) => add(wren, { city: `City ${index}`, isDefault: true })),
  )
  const all = await list(wren)
  expect(all).toHaveLength(6)
  await Promise.all(
    all.map(({ id }) => call('PUT', `/api/account/addresses/${id}/default`, { as: wren })),
  )
  expect((await list(wren)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

it.each([
  [{ zip: '9302' }, 'zip', 'Please enter a 5-digit ZIP code, like 93023.'],
  [{ zip: ' ' }, 'zip', 'Please add a ZIP code.'],
  [{ stateCode: 'ZZ' }, 'stateCode', 'Please choose a state.'],
  [{ countryCode: 'CA' }, 'countryCode', 'We ship to the United States only.'],
  [{ city: '   ' }, 'city', 'Please add a city.'],
  [{ address1: 'x'.repeat(121) }, 'address1', 'Please use 120 characters or fewer.'],
  [{ label: 'x'.repeat(41) }, 'label', 'Please use 40 characters or fewer.'],
  [{ phone: 'call me' }, 'phone', 'Please check the phone number.'],
  [{ user: 1 }, 'user', expect.any(String)],
])('rejects %j with a message for the field', async (changes, field, message) => {
  expect(await add(wren, changes)).toMatchObject({
    status: 400,
    body: { fields: { [field]: message } },
  })
  expect(await list(wren)).toEqual([])
})

it('stores at most twenty addresses per user', async () => {
  await rowsOf(
    sql`insert into addresses (user_id, first_name, last_name, address1, city, state_code, zip) select ${wren.user.id}, 'W', 'O', '1 Way', 'Ojai', 'CA', '93023' from generate_series(1, 20)`,
  )
  expect(await add(wren)).toMatchObject({
    status: 409,
    body: { error: 'You can save up to 20 addresses. Delete one first.' },
  })
  expect(await list(wren)).toHaveLength(20)
})
