import { renderToStaticMarkup } from 'react-dom/server'

import { LineItems } from '@/components/order/line-items'
import { Shipments } from '@/components/order/shipments'

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

it('an item’s quantity is labeled instead of being a bare number next to its size', () => {
  const line = {
    name: 'Fern Tee',
    image: null,
    size: 'M',
    color: 'Pine',
    quantity: 1,
    unitCents: 1,
  }
  const plain = { ...line, size: 'One Size', color: 'Default', quantity: 2 }
  const text = textOf(renderToStaticMarkup(<LineItems lines={[line, plain]} />))
  expect(text).toContain('Pine · M · Qty 1')
  expect(text).toContain('Qty 2')
})

it('a package has a tracking link, or says to email us if the carrier is unknown', () => {
  const parcel = {
    carrier: 'USPS',
    trackingNumber: '9400111206200000000000',
    trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction',
    isReplacement: false,
  }
  const render = (changes: Partial<typeof parcel> | { carrier: null; trackingUrl: null }): string =>
    renderToStaticMarkup(<Shipments parcels={[{ ...parcel, ...changes }]} isPartly={false} />)
  expect(render({})).toMatch(/href="https:\/\/tools\.usps\.com[^>]*>Track package</)
  const without = textOf(render({ carrier: null, trackingUrl: null }))
  expect(without).toMatch(
    /^Package, tracking number 9400111206200000000000\. We don’t know the carrier yet\. Email us/,
  )
})
