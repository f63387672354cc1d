import { z } from 'zod'

import { roleHasPermission } from '@/access/roles'
import { TextLink } from '@/admin/form/button'
import { LazyReturnActions, LazyReturnPhotos } from '@/admin/lazy-components'
import { Entries, InboxEntry } from '@/admin/list/entries'
import { ExportLink } from '@/admin/list/export-link'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import {
  ageLabels,
  createListParams,
  dayParams,
  listPageSize,
  statusFilter,
  statusParam,
} from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { itemName, variantName } from '@/modules/checkout/rules/cart'
import {
  type AvailableVariants,
  listAvailableVariants,
} from '@/modules/orders/queries/swap-options'
import { listReturns } from '@/modules/returns/queries/admin-returns'
import {
  canMoveReturn,
  isDefect,
  labelFollowsText,
  missingAddressText,
  returnReasonLabels,
  returnStatuses,
  returnStatusLabels,
  returnWishLabels,
} from '@/modules/returns/rules'
import { type AdminReturn, returnSorts } from '@/modules/returns/schemas'
import { getSettings, type SettingsView } from '@/modules/shop/queries/get-settings'
import { centsFromDollars, formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams(
  '/admin/returns',
  statusParam(returnStatuses, 'requested').extend({
    ...dayParams,
    sort: z.enum(returnSorts).catch('newest').default('newest'),
  }),
)

const statusTones = {
  requested: 'warn',
  approved: 'plain',
  received: 'warn',
  refunded: 'good',
  exchanged: 'good',
  closed: 'good',
  declined: 'bad',
} satisfies Record<AdminReturn['status'], BadgeTone>

/** What an approval usually says; staff edit it before it is sent. */
const approvalText = (
  { reason, wish }: AdminReturn,
  { postalAddress, returnPostage }: SettingsView & { returnPostage: 'buyer' | 'shop' },
): string => {
  const then = {
    exchange: 'we’ll send you the new size',
    refund: 'we’ll refund you',
    'store-credit': 'we’ll email you store credit',
  }[wish]
  if (isDefect(reason))
    return `We’re sorry about that. You don’t need to send anything back. ${{ exchange: 'We’ll send you a replacement.', refund: 'We’ll refund you.', 'store-credit': 'We’ll email you store credit.' }[wish]}`
  return [
    `Please pack the items well, put your order number on the package, and send it to:\n${postalAddress || missingAddressText}`,
    returnPostage === 'buyer' ? 'You pay the return postage.' : labelFollowsText,
    `Once your package is here, ${then}.`,
  ].join('\n')
}

const claimText = ({ claimBy, isClaimByEstimate, claimedAt }: AdminReturn): string => {
  if (claimedAt) return ` · Claim filed with Printful on ${formatDate(claimedAt)}`
  if (!claimBy) return ''
  const source = isClaimByEstimate ? ' (estimated from the shipping date)' : ''
  return ` · File a claim with Printful by ${formatDate(claimBy)}${source}`
}

const Return = ({
  view,
  available,
  mayChange,
  text,
}: {
  view: AdminReturn
  /** What its items can be exchanged for. */
  available: AvailableVariants
  mayChange: boolean
  text: string
}) => (
  <InboxEntry
    title={
      <>
        {view.items
          .map(({ quantity, wantedSize: size, wantedColor, ...item }) => {
            const wanted = size ? variantName({ size, color: wantedColor ?? item.color }) : ''
            return `${quantity} × ${itemName(item)}${wanted ? ` for ${wanted}` : ''}`
          })
          .join('; ')}{' '}
        <Badge tone={statusTones[view.status]}>{returnStatusLabels[view.status]}</Badge>
      </>
    }
    meta={
      <>
        <TextLink look="plain" href={`/admin/orders/${view.orderId}`}>
          {view.orderNumber}
        </TextLink>{' '}
        · {view.customer} · <EmailText>{view.email}</EmailText> · <Time at={view.createdAt} />
      </>
    }
    actions={
      mayChange ? (
        <LazyReturnActions view={view} available={available} approvalText={text} />
      ) : undefined
    }
  >
    <p>
      {returnReasonLabels[view.reason]} · Would like {returnWishLabels[view.wish]} · Paid{' '}
      {formatMoney(centsFromDollars(Number(view.paid)))}
      {claimText(view)}
    </p>
    {view.exchangeOrder ? (
      <p>
        Exchanged as order{' '}
        <TextLink href={`/admin/orders/${view.exchangeOrder.id}`}>
          {view.exchangeOrder.orderNumber}
        </TextLink>
      </p>
    ) : null}
    {view.note ? <p className="df-inbox__body">{view.note}</p> : null}
    {view.message ? <p className="df-inbox__body">You wrote: {view.message}</p> : null}
    {view.photos.length > 0 ? <LazyReturnPhotos view={view} /> : null}
  </InboxEntry>
)

const statusOptions: [string, string][] = [
  ...returnStatuses.map((status): [string, string] => [status, returnStatusLabels[status]]),
  ['all', 'All returns'],
]

const ReturnsExport = ({
  params: { search, status, from, to },
  total,
}: {
  params: ReturnType<typeof address.parse>
  total: number
}) => (
  <ExportLink
    path="/api/admin/returns/export"
    filters={{ search, status: statusFilter(status), from, to }}
    total={total}
  />
)
const noReturns = (
  <EmptyState emblem="homing" title="No returns to answer">
    Requests show up here until you approve or decline them.
  </EmptyState>
)

export const ReturnsScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, query, user }) => {
    const params = address.parse(query)
    const [list, settings, views] = await Promise.all([
      listReturns(payload, { ...params, status: statusFilter(params.status), limit: listPageSize }),
      getSettings(payload),
      getListPreferences(payload, user.id, 'returns'),
    ])
    const available = await listAvailableVariants(payload, {
      ids: list.rows.flatMap(({ status, orderId }) =>
        canMoveReturn(status, 'exchanged') ? orderId : [],
      ),
    })
    const texts = {
      ...settings,
      returnPostage: settings.returnPolicy.isFree ? 'shop' : 'buyer',
    } as const
    return {
      title: 'Returns',
      lead: `${pluralize(list.total, 'return')}. Customers request them from their order page.`,
      actions: <ReturnsExport params={params} total={list.total} />,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          filters={{
            label: 'Returns',
            placeholder: 'Order number, name, or email',
            selects: {
              status: ['Status', statusOptions],
              sort: ['Sort', Object.entries(ageLabels)],
            },
            dates: dayLabels,
          }}
          views={views}
          noResults={{ title: 'No returns match' }}
          empty={noReturns}
        >
          <Entries>
            {list.rows.map((view) => (
              <Return
                key={view.id}
                view={view}
                available={available.filter(({ itemId: id }) =>
                  view.items.some(({ itemId }) => itemId === id),
                )}
                mayChange={roleHasPermission(user.role, 'orders:write')}
                text={approvalText(view, texts)}
              />
            ))}
          </Entries>
        </ListPanel>
      ),
    }
  },
})
