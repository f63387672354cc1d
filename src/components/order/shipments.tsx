import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { trackingHint } from '@/modules/orders/rules/tracking'

type Props = { parcels: CustomerOrderView['parcels']; isPartly: boolean }

const Shipment = ({ parcel, name }: { parcel: Props['parcels'][number]; name: string }) => {
  const { carrier, trackingNumber, trackingUrl } = parcel
  return (
    <li>
      {name}
      {carrier ? ` with ${carrier}` : ''}
      {trackingNumber ? (
        <>
          , tracking number <strong className="nums font-semibold">{trackingNumber}</strong>
        </>
      ) : null}
      .{' '}
      {trackingUrl ? (
        <a href={trackingUrl} className="link" rel="noreferrer">
          Track {name.toLowerCase()}
        </a>
      ) : (
        trackingHint(parcel)
      )}
    </li>
  )
}

export function Shipments({ parcels, isPartly }: Props) {
  if (parcels.length === 0) return null
  return (
    <div className="grid gap-2">
      {isPartly ? <p>Part of your order has shipped. The rest will follow.</p> : null}
      <ul className="grid gap-2">
        {parcels.map((parcel, index) => (
          <Shipment
            key={index}
            parcel={parcel}
            name={
              parcel.isReplacement
                ? 'Replacement'
                : `Package${parcels.length > 1 ? ` ${index + 1}` : ''}`
            }
          />
        ))}
      </ul>
    </div>
  )
}
