import { completeTracking, trackingHint } from '@/modules/orders/rules/tracking'

const tracking = (trackingNumber: string | null, changes: object = {}) => ({
  carrier: null,
  trackingNumber,
  trackingUrl: null,
  ...changes,
})

it.each([
  [
    '9400 1112 0620 0000 0000 00',
    null,
    'USPS',
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111206200000000000',
  ],
  ['1Z999AA10123456784', null, 'UPS', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  [
    '123456789012',
    'FedEx Home Delivery',
    'FedEx Home Delivery',
    'https://www.fedex.com/fedextrack/?trknbr=123456789012',
  ],
  [
    'JD014600006281230704',
    'DHL Express',
    'DHL Express',
    'https://www.dhl.com/us-en/home/tracking.html?tracking-id=JD014600006281230704',
  ],
  [
    'GM2951173225174494',
    'DHL eCommerce',
    'DHL eCommerce',
    'https://webtrack.dhlecs.com/orders?trackingNumber=GM2951173225174494',
  ],
  ['see the note', 'DHL', 'DHL', null],
  ['9400-1', 'USPS', 'USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94001'],
  ['123456789012', null, null, null],
  ['1Z999AA10123456784', 'Northern Post', 'Northern Post', null],
  [null, 'USPS', 'USPS', null],
])('number %j with carrier %j gets carrier %j and link %j', (number, carrier, known, url) =>
  expect(completeTracking(tracking(number, { carrier }))).toEqual({
    carrier: known,
    trackingNumber: number,
    trackingUrl: url,
  }),
)

it('a given https link wins over a derived one, and other links are dropped', () => {
  const number = '9400111206200000000000'
  expect(
    completeTracking(tracking(number, { trackingUrl: 'https://carrier.example/1' })).trackingUrl,
  ).toBe('https://carrier.example/1')
  for (const trackingUrl of ['http://carrier.example/1', 'javascript:alert(1)'])
    expect(completeTracking(tracking(number, { trackingUrl })).trackingUrl).toMatch(
      /^https:\/\/tools\.usps\.com\//,
    )
})

it('without a link, the buyer is told what to do with the number', () => {
  expect(trackingHint(tracking('7', { carrier: 'Northern Post' }))).toBe(
    'Enter the number on Northern Post’s website to track it.',
  )
  expect(trackingHint(tracking('7'))).toContain('Email us')
  expect(trackingHint(tracking(null))).toBe('This package doesn’t have a tracking number.')
})
