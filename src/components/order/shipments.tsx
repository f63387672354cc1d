import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'

type Props = { parcels: CustomerOrderView['parcels']; isPartly: boolean }

export function Shipments({ parcels, isPartly }: Props) {
  if (parcels.length === 0) return null
  return (
    <div className="grid gap-2">
      {isPartly ? <p>Part of your order is on its way already. The rest follows.</p> : null}
      <ul className="grid gap-2">
        {parcels.map(({ carrier, trackingNumber, trackingUrl, isReplacement }, index) => (
          <li key={index}>
            {isReplacement ? 'Replacement' : parcels.length > 1 ? `Parcel ${index + 1}` : 'Parcel'}
            {carrier ? ` with ${carrier}` : ''}
            {trackingNumber ? (
              <>
                , tracking number <strong className="nums font-semibold">{trackingNumber}</strong>
              </>
            ) : (
              ', without a tracking number'
            )}
            {trackingUrl ? (
              <>
                .{' '}
                <a href={trackingUrl} className="link" rel="noreferrer">
                  Where is {parcels.length > 1 ? `parcel ${index + 1}` : 'it'}?
                </a>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
