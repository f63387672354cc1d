import {
  countProxies,
  dmarcNames,
  isExampleDomain,
  isReadyToOpen,
  judgeSenderRecords,
  markerAddress,
  missingPayPalEvents,
  missingSenderRecords,
  requiredPayPalEvents,
  senderDomain,
} from '@/modules/go-live/rules/checks'

describe('counting proxies in front of the shop', () => {
  it.each([
    ['none', markerAddress, 0],
    ['one that appends', `${markerAddress}, 203.0.113.9`, 1],
    ['two that append', `${markerAddress}, 203.0.113.9,10.0.0.2`, 2],
    ['one that replaces the header', '203.0.113.9', 1],
    ['one that replaces it, and one that appends', '203.0.113.9, 10.0.0.2', 2],
    ['one that removes it', null, 0],
  ])('%s', (_, header, proxies) => expect(countProxies(header)).toBe(proxies))
})

it.each([
  ['Dayfern <hello@dayfern.com>', 'dayfern.com'],
  ['hello@Shop.Dayfern.com', 'shop.dayfern.com'],
  ['Dayfern', null],
])('sender %s has domain %s', (sender, domain) => expect(senderDomain(sender)).toBe(domain))

it.each([
  ['dayfern.com', ['_dmarc.dayfern.com']],
  [
    'mail.shop.dayfern.com',
    ['_dmarc.mail.shop.dayfern.com', '_dmarc.shop.dayfern.com', '_dmarc.dayfern.com'],
  ],
  ['localhost', ['_dmarc.localhost']],
])('the policy for emails of %s may be in %j', (domain, names) =>
  expect(dmarcNames(domain)).toEqual(names),
)

it('reserved example domains are recognized', () => {
  for (const domain of [
    'dayfern.example',
    'example.com',
    'mail.example.org',
    'x.test',
    'localhost',
  ])
    expect(isExampleDomain(domain)).toBe(true)
  for (const domain of ['dayfern.com', 'myexample.com', 'test.com', 'examples.org'])
    expect(isExampleDomain(domain)).toBe(false)
})

it('missing DNS records of the sender’s domain are named, including a revoked DKIM key', () => {
  const complete = {
    domain: ['google-site-verification=1', 'v=spf1 include:_spf.mail.net ~all'],
    dmarc: ['v=DMARC1; p=none'],
    dkim: ['v=DKIM1; k=rsa; p=MIGfMA0GCSq'],
  }
  expect(missingSenderRecords(complete)).toEqual([])
  expect(missingSenderRecords({ ...complete, dkim: ['v=DKIM1; p='] })).toEqual(['DKIM'])
  expect(missingSenderRecords({ domain: ['v=spf10'], dmarc: [], dkim: [] })).toEqual([
    'SPF',
    'DKIM',
    'DMARC',
  ])
})

it.each([
  [[], 'good'],
  [['SPF'], 'advice'],
  [['DKIM'], 'advice'],
  [['SPF', 'DKIM'], 'problem'],
  [['DMARC'], 'problem'],
  [['SPF', 'DMARC'], 'problem'],
] as const)('a sender’s domain without %j is judged as %s', (missing, state) =>
  expect(judgeSenderRecords([...missing])).toBe(state),
)

it('a webhook is complete if it covers all events or those that the shop needs', () => {
  expect(missingPayPalEvents(['*'])).toEqual([])
  expect(missingPayPalEvents([...requiredPayPalEvents, 'BILLING.PLAN.CREATED'])).toEqual([])
  expect(missingPayPalEvents(requiredPayPalEvents.slice(1))).toEqual([requiredPayPalEvents[0]])
})

it('a webhook needs both names that PayPal gives a capture which failed later', () => {
  const others = requiredPayPalEvents.filter((type) => !/DENIED|DECLINED/.test(type))
  expect(missingPayPalEvents(others)).toEqual([
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.DECLINED',
  ])
})

it('the shop is ready to open if no check is a problem or waiting', () => {
  const ready = [{ state: 'good' }, { state: 'advice' }, { state: 'skipped' }] as const
  expect(isReadyToOpen(ready)).toBe(true)
  expect(isReadyToOpen([...ready, { state: 'waiting' }])).toBe(false)
  expect(isReadyToOpen([...ready, { state: 'problem' }])).toBe(false)
})
