import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { trackingHint } from '@/modules/orders/rules/tracking'

type Props = { shipments: CustomerOrderView['shipments']; isPartly: boolean }

const Shipment = ({
  shipment,
  name,
  isWhole,
}: {
  shipment: Props['shipments'][number]
  name: string
  isWhole: boolean
}) => {
  const { carrier, trackingNumber, trackingUrl, isReturned, contents } = shipment
  return (
    <li>
      {name}
      {carrier ? ` with ${carrier}` : ''}
      {trackingNumber ? (
        <>
          , tracking number <strong className="nums font-semibold">{trackingNumber}</strong>
          {isReturned ? ',' : null}
        </>
      ) : null}
      {isReturned ? ' came back to our print shop.' : '. '}
      {isReturned ? null : trackingUrl ? (
        <a href={trackingUrl} className="link" rel="noreferrer">
          Track {name.toLowerCase()}
        </a>
      ) : (
        trackingHint(shipment)
      )}
      {isWhole || contents.length === 0 ? null : (
        <p className="text-ink-soft">{contents.join(', ')}</p>
      )}
    </li>
  )
}

export function Shipments({ shipments, isPartly }: Props) {
  if (shipments.length === 0) return null
  return (
    <div className="grid gap-2">
      {isPartly ? <p>Part of your order has shipped. The rest will follow.</p> : null}
      <ul className="grid gap-2">
        {shipments.map((shipment, index) => (
          <Shipment
            key={index}
            shipment={shipment}
            isWhole={shipments.length === 1 && !isPartly}
            name={
              shipment.isReplacement
                ? 'Replacement'
                : `Package${shipments.length > 1 ? ` ${index + 1}` : ''}`
            }
          />
        ))}
      </ul>
    </div>
  )
}
