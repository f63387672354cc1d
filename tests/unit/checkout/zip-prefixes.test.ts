import { savedAddressSchema } from '@/modules/accounts/schemas/profile'
import { addressSchema, customerSchema } from '@/modules/checkout/schemas'
import { usRegions } from '@/platform/us/regions'
import { zipStateError } from '@/platform/us/zip-prefixes'

/** A real ZIP code for each region, plus edge cases. */
const correct =
  `AL 35203, AK 99501, AZ 85001, AR 72201, CA 93023, CO 80202, CT 06103, DE 19801, DC 20001, FL 33101,
  GA 30303, HI 96813, ID 83702, IL 60601, IN 46204, IA 50309, KS 66603, KY 40202, LA 70112, ME 04101, MD 21201, MA 02108,
  MI 48226, MN 55401, MS 39201, MO 63101, MT 59601, NE 68102, NV 89101, NH 03101, NJ 07102, NM 87501, NY 10001, NC 27601,
  ND 58102, OH 43215, OK 73102, OR 97201, PA 19103, RI 02903, SC 29201, SD 57104, TN 37201, TX 75201, UT 84101, VT 05401,
  VA 23219, WA 98101, WV 25301, WI 53202, WY 82001, AS 96799, GU 96910, MP 96950, PR 00901, VI 00802, AA 34002, AE 09012,
  AP 96204, NY 00501, NY 06390, MA 05501, VA 20101, DC 20500, GA 39901, TX 73301, TX 88510, TX 88595, OK 73960, TX 73960,
  KY 42223, TN 42223, WY 83414, ID 83422, UT 86044, AZ 86044, CA 89439, NV 89439, FL 34102, IL 62201, MO 63101-1234`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string])

it('these ZIP codes cover every region that the shop ships to', () =>
  expect(new Set(correct.map(([state]) => state))).toEqual(
    new Set(usRegions.map(({ code }) => code)),
  ))

it.each(correct)('state %s with ZIP code %s is accepted', (state, zip) =>
  expect(zipStateError(state, zip)).toBeUndefined(),
)

it.each([
  ['PA', '93023', 'ZIP code 93023 is in California. Please check the state and ZIP code.'],
  ['OR', '93023', 'ZIP code 93023 is in California. Please check the state and ZIP code.'],
  ['CA', '19103-0001', 'ZIP code 19103 is in Pennsylvania. Please check the state and ZIP code.'],
  [
    'CA',
    '96799',
    'ZIP code 96799 is in Hawaii or American Samoa. Please check the state and ZIP code.',
  ],
  ['CA', '00000', 'There’s no ZIP code 00000. Please check it.'],
  ['NY', '00401', 'There’s no ZIP code 00401. Please check it.'],
  ['NY', '09012', 'ZIP code 09012 is in Armed Forces Europe. Please check the state and ZIP code.'],
])('state %s with ZIP code %s reports where the ZIP code is', (state, zip, message) =>
  expect(zipStateError(state, zip)).toBe(message),
)

it.each([
  ['', '93023'],
  ['ZZ', '93023'],
  ['CA', '930'],
  ['CA', ''],
  ['__proto__', '93023'],
])('state %j with ZIP code %j is left to other validation', (state, zip) =>
  expect(zipStateError(state, zip)).toBeUndefined(),
)

it('every address schema rejects a mismatched state and ZIP code at the ZIP field', () => {
  const address = {
    firstName: 'Wren',
    lastName: 'Okafor',
    address1: '18 Alder Lane',
    city: 'Ojai',
    stateCode: 'PA',
    zip: '93023',
  }
  for (const [schema, value] of [
    [addressSchema, address],
    [customerSchema, { ...address, email: 'wren@example.com' }],
    [savedAddressSchema, address],
  ] as const) {
    const refused = schema.safeParse(value)
    expect(refused.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['zip', 'ZIP code 93023 is in California. Please check the state and ZIP code.'],
    ])
    expect(schema.safeParse({ ...value, stateCode: 'CA' }).success).toBe(true)
  }
})
