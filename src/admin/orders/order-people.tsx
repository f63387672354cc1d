import type { AdminOrder } from '../../queries/admin-orders'
import { Address } from './order-paper'

export const OrderPeople = ({ order: { email, shippingAddress, billingAddress, billingSameAsShipping } }: { order: AdminOrder }) => (
  <dl className="df-facts">
    <div><dt>Email</dt><dd><a className="df-quiet-link" href={`mailto:${email}`}>{email}</a></dd></div>
    {shippingAddress.phone ? <div><dt>Phone</dt><dd>{shippingAddress.phone}</dd></div> : null}
    <div><dt>Ships to</dt><dd><Address address={shippingAddress} /></dd></div>
    <div><dt>Billed to</dt><dd>{billingSameAsShipping ? 'The same address' : <Address address={billingAddress} />}</dd></div>
  </dl>
)
