import { notFound } from 'next/navigation'

import { roleHasPermission } from '@/access/roles'
import { TextLink } from '@/admin/form/button'
import { LazyDraftOrderForm } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { type DraftOrder, getDraftOrder, listProductChoices } from '@/modules/draft-orders/queries'

import { DeleteDraft } from './delete-draft'

const back = { label: 'Draft orders', href: '/admin/draft-orders' }

/** For a draft whose payment link was sent, or that is paid: from then on, its order can be changed instead. */
const OrderOfDraft = ({ draft: { orderId, orderNumber, state } }: { draft: DraftOrder }) => (
  <Panel title={state === 'sent' ? 'Payment link sent' : 'Paid'}>
    <p className="df-panel__text">
      {state === 'sent'
        ? 'The customer can pay for it now. To change it, cancel the order, then come back here: '
        : 'This draft became an order: '}
      <TextLink look="plain" href={`/admin/orders/${orderId}`}>
        {orderNumber}
      </TextLink>
    </p>
  </Panel>
)

const lastOrder = ({ orderId, orderNumber }: DraftOrder) =>
  orderId === null ? undefined : (
    <>
      The last payment link was canceled or has expired:{' '}
      <TextLink look="plain" href={`/admin/orders/${orderId}`}>
        {orderNumber}
      </TextLink>
    </>
  )

export const DraftOrderScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, segments, id }) => {
    if (segments[1] === 'new')
      return {
        title: 'New order',
        back,
        children: <LazyDraftOrderForm key="new" draft={null} products={[]} />,
      }
    const draft = await getDraftOrder(payload, id(1))
    if (!draft) notFound()
    const title = draft.email || 'Draft order'
    if (draft.state !== 'open') return { title, back, children: <OrderOfDraft draft={draft} /> }
    const products = await listProductChoices(
      payload,
      draft.items.map(({ productId }) => productId),
    )
    return {
      title,
      back,
      lead: lastOrder(draft),
      actions: roleHasPermission(user.role, 'orders:write') ? (
        <DeleteDraft id={draft.id} />
      ) : undefined,
      children: <LazyDraftOrderForm key={draft.id} draft={draft} products={products} />,
    }
  },
})
