import { mapInstagramError, usageCooldownMs } from '@/providers/instagram/errors'

const headers = (app: string | null, business: string | null = null): Headers =>
  new Headers({
    ...(app === null ? {} : { 'X-App-Usage': app }),
    ...(business === null ? {} : { 'X-Business-Use-Case-Usage': business }),
  })
const use = (changes: object): string =>
  JSON.stringify({
    17841400000000042: [
      {
        type: 'instagram',
        call_count: 28,
        total_cputime: 25,
        total_time: 25,
        estimated_time_to_regain_access: 0,
        ...changes,
      },
    ],
  })
const minute = 60_000

it.each<[string, Headers, number | null]>([
  ['no usage header', headers(null), null],
  ['28% of each limit', headers('{"call_count":28,"total_time":25,"total_cputime":25}'), null],
  ['79% of the calls', headers('{"call_count":79}'), null],
  ['80% of the calls', headers('{"call_count":80}'), 5 * minute],
  ['93% of the CPU time', headers('{"call_count":1,"total_cputime":93}'), 5 * minute],
  [
    '85% of the account’s own limit',
    headers('{"call_count":1}', use({ total_time: 85 })),
    5 * minute,
  ],
  [
    'the minutes until access is regained',
    headers(null, use({ call_count: 100, estimated_time_to_regain_access: 17 })),
    17 * minute,
  ],
  ['headers that are not JSON', headers('none', 'neither'), null],
  ['unexpected JSON', headers('null', '[1,null,"x"]'), null],
])('returns the cooldown for %s', (_, headersSent, expected) =>
  expect(usageCooldownMs(headersSent)).toBe(expected),
)

it('a throttled call waits as long as the account’s limit says, or 15 minutes', () => {
  expect(
    mapInstagramError({
      status: 400,
      headers: headers(null, use({ estimated_time_to_regain_access: 7 })),
      body: { error: { code: 80002, message: 'slow' } },
    }),
  ).toMatchObject({ kind: 'limit', retryAfterMs: 7 * minute })
  expect(
    mapInstagramError({
      status: 400,
      headers: headers('null'),
      body: { error: { code: 4, message: 'slow' } },
    }),
  ).toMatchObject({ kind: 'limit', retryAfterMs: 15 * minute })
})
