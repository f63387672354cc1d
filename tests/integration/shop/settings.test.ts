import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { toSettingsFormValues, toSettingsRequest } from '@/admin/settings/settings-form-values'
import type { AdminSettings } from '@/modules/shop/queries/admin-settings'
import { getSettings } from '@/modules/shop/queries/get-settings'

let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  await rowsOf(sql`delete from shop_settings`)
  owner = await makePerson('super_admin')
})
const read = async (): Promise<AdminSettings> =>
  (await call<AdminSettings>('GET', '/api/admin/settings', { as: owner })).body
const save = (body: Record<string, unknown>) =>
  call<AdminSettings & { code: string; fields: Record<string, string> }>(
    'PUT',
    '/api/admin/settings',
    { as: owner, body },
  )

it('have the default values before anyone saves them', async () => {
  expect(await read()).toMatchObject({
    freeShippingFrom: 50,
    shippingPrice: 5.99,
    taxPercent: 8,
    revenueGoal: 5000,
    productGoal: 20,
    contentGoal: 50,
    etsyKeywords: ['recovery', 'sober', 'AA', 'spiritual', 'sobriety'],
    mediaMaxMegabytes: 25,
    printfulAutoSubmit: false,
  })
})

it('are read from the database once, also before anyone saves them', async () => {
  const payload = await getTestPayload()
  expect(await getSettings(payload)).toBe(await getSettings(payload))
})

it('change only the given fields, apply immediately, and are logged by field name', async () => {
  const before = await read()
  const { status, body } = await save({
    shippingPrice: 6.5,
    instagramUrl: 'https://instagram.com/dayfern',
    etsyKeywords: ['recovery', 'sober'],
    version: before.updatedAt,
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...before,
    shippingPrice: 6.5,
    instagramUrl: 'https://instagram.com/dayfern',
    etsyKeywords: ['recovery', 'sober'],
    updatedAt: body.updatedAt,
  })
  const view = await getSettings(await getTestPayload())
  expect([view.pricing.shippingCents, view.social]).toEqual([
    650,
    [{ name: 'Instagram', href: 'https://instagram.com/dayfern' }],
  ])
  expect(
    await rowsOf(
      sql`select actor_id::integer, details from audit_events where action = 'settings.changed'`,
    ),
  ).toEqual([
    {
      actor_id: owner.user.id,
      details: { fields: ['shippingPrice', 'instagramUrl', 'etsyKeywords'] },
    },
  ])
  expect((await save({ shippingPrice: 6.5 })).body).toEqual(body)
  expect(
    await rowsOf(sql`select 1 from audit_events where action = 'settings.changed'`),
  ).toHaveLength(1)
})

const wholeState = { zipFrom: null, zipTo: null, taxesShipping: false }
const houston = { stateCode: 'TX', zipFrom: '77001', zipTo: '77099' }
const brooklyn = { stateCode: 'NY', zipFrom: '11201', zipTo: '11256' }

it('store tax rules by state and ZIP range, with rates up to three decimals', async () => {
  const rules = [
    { stateCode: 'NY', kind: 'whole', threshold: 110, percent: null, ...wholeState },
    { stateCode: 'TX', kind: 'rate', threshold: null, percent: 6.25, ...wholeState },
    { ...houston, kind: 'rate', threshold: null, percent: 8.25, taxesShipping: true },
    { ...brooklyn, kind: 'whole', threshold: 110, percent: 8.875, taxesShipping: false },
  ]
  expect((await save({ stateTaxRules: rules })).body.stateTaxRules).toEqual(rules)
  expect((await getSettings(await getTestPayload())).pricing.stateTaxRules).toEqual([
    { stateCode: 'NY', kind: 'whole', thresholdCents: 11000, taxesShipping: false },
    { stateCode: 'TX', kind: 'rate', rateBasisPoints: 625, taxesShipping: false },
    { ...houston, kind: 'rate', rateBasisPoints: 825, taxesShipping: true },
    {
      ...brooklyn,
      kind: 'whole',
      thresholdCents: 11000,
      rateBasisPoints: 887.5,
      taxesShipping: false,
    },
  ])
})

it('are saved from the form with 1,000 as a number, and are refused if an amount can’t be read', async () => {
  const { updatedAt: version, ...before } = await read()
  const form = toSettingsFormValues({ ...before, updatedAt: version })
  const rate = { region: 'contiguous' as const, fromItems: '1', fromOunces: '', standard: '6' }
  // The form hides the last ZIP code once the first one was cleared.
  const zips = { zipFrom: '', zipTo: '11256' }
  const rule = { stateCode: 'NY', kind: 'whole' as const, ...wholeState, ...zips }
  const saveForm = (express: string, percent: string, threshold: string) =>
    save({
      ...toSettingsRequest({
        ...form,
        shippingTableBy: 'items',
        shippingRates: [{ ...rate, express }],
        stateTaxRules: [{ ...rule, percent, threshold }],
      }),
    })
  expect((await saveForm('twelve', 'four', '1,000')).body.fields).toEqual({
    'shippingRates.0.express': 'Please enter a number.',
    'stateTaxRules.0.percent': 'Please enter a number.',
  })
  expect((await saveForm('$1,012.50', '4 %', '1,000')).body).toMatchObject({
    shippingRates: [{ express: 1012.5 }],
    stateTaxRules: [{ percent: 4, threshold: 1000 }],
  })
  expect((await saveForm(' ', '', '110')).body).toMatchObject({
    shippingRates: [{ express: null }],
    stateTaxRules: [{ percent: null }],
  })
  expect((await save(before)).status).toBe(200)
})

const taxStates = async () => (await getSettings(await getTestPayload())).pricing.taxStates

it('store the states where tax is collected without duplicates', async () => {
  expect((await save({ taxStates: ['TX', 'CA', 'TX'] })).body.taxStates).toEqual(['CA', 'TX'])
  expect(await taxStates()).toEqual(['CA', 'TX'])
})

it('collect tax in the shop’s own state while no others are chosen, and nowhere while that isn’t known', async () => {
  expect((await save({ taxStates: [] })).body).toMatchObject({ homeState: null, taxStates: [] })
  expect(await taxStates()).toEqual([])
  expect((await save({ homeState: 'CA' })).body).toMatchObject({ homeState: 'CA', taxStates: [] })
  expect(await taxStates()).toEqual(['CA'])
  await save({ taxStates: ['TX', 'NY'] })
  expect(await taxStates()).toEqual(['NY', 'TX'])
  await save({ taxStates: [], homeState: null })
  expect(await taxStates()).toEqual([])
})

it.each([
  ['shippingPrice', -1],
  ['shippingPrice', 5.999],
  ['shippingPrice', '5.99'],
  ['taxPercent', 31],
  ['taxPercent', 8.8755],
  ['revenueGoal', 1.5],
  ['mediaMaxMegabytes', 0],
  ['contactEmail', 'nobody'],
  ['facebookUrl', 'http://facebook.com/x'],
  ['facebookUrl', 'javascript:alert(1)'],
  ['tagline', ' '],
  ['etsyKeywords', ['x'.repeat(41)]],
  // Below the smallest custom amount, so customers couldn't enter any.
  ['giftCardMax', 5],
  ['stateTaxRules', [{ stateCode: 'XX', kind: 'none' }]],
  ['stateTaxRules', [{ stateCode: 'NY', kind: 'whole' }]],
  ['stateTaxRules', [{ stateCode: 'TX', kind: 'rate' }]],
  ['taxStates', ['XX']],
  ['homeState', ''],
  ['stateTaxRules', [{ stateCode: 'TX', kind: 'none', zipFrom: '7700' }]],
  ['stateTaxRules', [{ stateCode: 'TX', kind: 'none', zipFrom: '10001' }]],
  ['stateTaxRules', [{ stateCode: 'TX', kind: 'none', zipTo: '77001' }]],
  ['stateTaxRules', [{ stateCode: 'TX', kind: 'none', zipFrom: '77002', zipTo: '77001' }]],
  [
    'stateTaxRules',
    [
      { stateCode: 'TX', kind: 'none', zipFrom: '77001', zipTo: '77010' },
      { stateCode: 'TX', kind: 'none', zipFrom: '77010' },
    ],
  ],
  [
    'stateTaxRules',
    [
      { stateCode: 'NY', kind: 'none' },
      { stateCode: 'NY', kind: 'none' },
    ],
  ],
  ['taxBasisPoints', 800],
])('reject %s as %j with a field error and stay unchanged', async (name, value) => {
  const before = await read()
  const { status, body } = await save({ [name]: value })
  expect(status).toBe(400)
  expect(Object.keys(body.fields).every((field) => field.startsWith(name))).toBe(true)
  expect(await read()).toEqual(before)
})

it('reject a save based on an outdated version', async () => {
  const { updatedAt } = await read()
  expect((await save({ contentGoal: 60, version: updatedAt })).status).toBe(200)
  const { status, body } = await save({ productGoal: 30, version: updatedAt })
  expect([status, body.code]).toEqual([409, 'version_conflict'])
  expect(await read()).toMatchObject({ contentGoal: 60, productGoal: 20 })
})
