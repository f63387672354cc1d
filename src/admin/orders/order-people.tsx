import type { AddressView, AdminOrder } from '../../queries/admin-orders'

const linesOf = (address: AddressView): string[] => [
  `${address.firstName} ${address.lastName}`.trim(),
  address.address1,
  address.address2,
  [address.city, [address.stateCode, address.zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  address.countryCode === 'US' ? '' : address.countryCode,
].filter(Boolean)

const Address = ({ address }: { address: AddressView }) => (
  <address>{linesOf(address).map((line) => <span key={line}>{line}</span>)}</address>
)

export const OrderPeople = ({ order: { email, shippingAddress, billingAddress, billingSameAsShipping } }: { order: AdminOrder }) => (
  <dl className="df-facts">
    <div><dt>Email</dt><dd><a className="df-quiet-link" href={`mailto:${email}`}>{email}</a></dd></div>
    {shippingAddress.phone ? <div><dt>Phone</dt><dd>{shippingAddress.phone}</dd></div> : null}
    <div><dt>Ships to</dt><dd><Address address={shippingAddress} /></dd></div>
    <div><dt>Billed to</dt><dd>{billingSameAsShipping ? 'The same address' : <Address address={billingAddress} />}</dd></div>
  </dl>
)
