import { notFound } from 'next/navigation'

import { roleHasPermission } from '@/access/roles'
import { recentOrderColumns } from '@/admin/dashboard/recent-orders'
import { ButtonLink, TextLink } from '@/admin/form/button'
import { LazyTaxCertificate } from '@/admin/lazy-components'
import { DataTable } from '@/admin/list/data-table'
import { Entries } from '@/admin/list/entries'
import { AddNote, type NoteTarget } from '@/admin/notes/note-form'
import { Notes } from '@/admin/notes/notes'
import { Address } from '@/admin/orders/printable-order'
import { defineScreen } from '@/admin/screen'
import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { subscriberStatusLabels } from '@/modules/newsletter/rules/subscription'
import { type CustomerView, getCustomer } from '@/modules/orders/queries/get-customer'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { EmailText } from '@/ui/email-text'

const OrdersPanel = ({ customer: { placed, orders, email } }: { customer: CustomerView }) => (
  <Panel
    title="Orders"
    aside={
      orders > placed.length ? (
        <TextLink look="strong" href={`/admin/orders?search=${encodeURIComponent(email)}`}>
          All {orders} orders
        </TextLink>
      ) : undefined
    }
  >
    <DataTable className="df-recent" rows={placed} columns={recentOrderColumns} />
  </Panel>
)

const NotesPanel = ({ customer, userId }: { customer: CustomerView; userId: number | null }) => {
  const target: NoteTarget = {
    path: `/api/admin/customers/${customer.id}/notes`,
    id: customer.id,
    collection: 'customer-notes',
    done: 'Note saved',
    failed: 'Couldn’t save the note',
    hint: 'Included if the customer downloads their data, and deleted with it.',
  }
  return (
    <Panel title="Notes">
      {userId === null ? null : <AddNote target={target} />}
      <Notes target={target} notes={customer.notes} userId={userId} />
    </Panel>
  )
}

const SummaryPanel = ({ customer, mayChange }: { customer: CustomerView; mayChange: boolean }) => (
  <Panel title="Summary">
    <dl className="df-facts">
      <Fact name="First order">
        <Time at={customer.firstOrderAt} as="date" />
      </Fact>
      <Fact name="Email">
        <EmailText>{customer.email}</EmailText>
      </Fact>
      <Fact name="Account">{customer.userId === null ? 'None (guest checkout)' : 'Yes'}</Fact>
      <Fact name="Sales tax">
        {customer.taxCertificate ? `Exempt (${customer.taxCertificate})` : 'Charged'}{' '}
        {mayChange && customer.userId !== null ? (
          <LazyTaxCertificate id={customer.id} certificate={customer.taxCertificate} />
        ) : null}
      </Fact>
      <Fact name="Newsletter">
        {customer.newsletter ? subscriberStatusLabels[customer.newsletter] : 'Not subscribed'}
      </Fact>
    </dl>
  </Panel>
)

const AddressesPanel = ({ customer: { addresses } }: { customer: CustomerView }) => (
  <Panel title="Shipping addresses">
    <Entries>
      {addresses.map((address, index) => (
        <li key={index} className="df-entry">
          <Address address={address} />
        </li>
      ))}
    </Entries>
  </Panel>
)

export const CustomerScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, id }) => {
    const customer = (await getCustomer(payload, id(1))) ?? notFound()
    return {
      title: customer.name || customer.email,
      back: { label: 'All customers', href: '/admin/customers' },
      lead: `${pluralize(customer.orders, 'order')}, ${formatMoney(customer.spentCents)} spent after refunds.`,
      actions: (
        <ButtonLink href={`mailto:${encodeURIComponent(customer.email)}`} native>
          Email customer
        </ButtonLink>
      ),
      children: (
        <div className="df-columns">
          <div>
            <OrdersPanel customer={customer} />
            <NotesPanel
              customer={customer}
              userId={roleHasPermission(user.role, 'orders:write') ? user.id : null}
            />
          </div>
          <div>
            <SummaryPanel
              customer={customer}
              mayChange={roleHasPermission(user.role, 'orders:write')}
            />
            {customer.addresses.length > 0 ? <AddressesPanel customer={customer} /> : null}
          </div>
        </div>
      ),
    }
  },
})
