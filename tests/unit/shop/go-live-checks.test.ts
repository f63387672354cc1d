import {
  countProxies,
  isExampleDomain,
  isReadyToOpen,
  markerAddress,
  missingPayPalEvents,
  missingSenderRecords,
  requiredPayPalEvents,
  senderDomain,
} from '@/modules/go-live/rules/checks'

describe('the proxies in front of the shop', () => {
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
])('the sender %s has the domain %s', (sender, domain) => expect(senderDomain(sender)).toBe(domain))

it('domains for examples are nobody’s', () => {
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

it('names the missing records of a sender’s domain; a revoked DKIM key counts as none', () => {
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

it('a webhook for all events, or for those that the shop needs, is complete', () => {
  expect(missingPayPalEvents(['*'])).toEqual([])
  expect(missingPayPalEvents([...requiredPayPalEvents, 'BILLING.PLAN.CREATED'])).toEqual([])
  expect(missingPayPalEvents(requiredPayPalEvents.slice(1))).toEqual([requiredPayPalEvents[0]])
})

it('a shop is ready when nothing is a problem or waits for a person', () => {
  const ready = [{ state: 'good' }, { state: 'advice' }, { state: 'skipped' }] as const
  expect(isReadyToOpen(ready)).toBe(true)
  expect(isReadyToOpen([...ready, { state: 'waiting' }])).toBe(false)
  expect(isReadyToOpen([...ready, { state: 'problem' }])).toBe(false)
})
