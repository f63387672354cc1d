import { ConfirmAction } from '@/admin/form/actions'
import { TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { Time } from '@/admin/shell/time'
import type { Sale } from '@/modules/catalog/queries/sales'
import { formatMoney } from '@/platform/money'
import { Badge } from '@/ui/badge'

import { stateBadges } from './discount-text'

const badgeOf = (state: Sale['state']) => stateBadges[state === 'running' ? 'running' : 'scheduled']

const crossedOutText = ({ state, priceBeforeCents }: Sale): string => {
  if (state === 'planned') return ''
  return priceBeforeCents === null
    ? 'No crossed-out price, because the price wasn’t higher in the 30 days before.'
    : `Crossed out: ${formatMoney(priceBeforeCents)}`
}

const EndSale = ({ sale: { id, name, state } }: { sale: Sale }) => {
  const verb = state === 'running' ? 'End sale' : 'Cancel sale'
  return (
    <div className="df-row-actions">
      <ConfirmAction
        text={verb}
        label={`${verb} of ${name}`}
        question={
          state === 'running' ? `End the sale of “${name}”?` : `Cancel the sale of “${name}”?`
        }
        verb={verb}
        request={{
          method: 'DELETE',
          path: `/api/admin/sales/${id}`,
          done: state === 'running' ? 'Sale ended' : 'Sale canceled',
          failed: 'Couldn’t end the sale',
        }}
      >
        {state === 'running'
          ? 'The base price applies again right away. Past orders don’t change.'
          : 'It will keep its base price.'}
      </ConfirmAction>
    </div>
  )
}

const columns: Column<Sale>[] = [
  {
    head: 'Product',
    cell: (sale) => (
      <>
        <p className="df-users__name">
          <TextLink look="plain" href={`/admin/products/${sale.id}`}>
            {sale.name}
          </TextLink>{' '}
          <Badge tone={badgeOf(sale.state)[0]}>{badgeOf(sale.state)[1]}</Badge>
        </p>
        <Meta>{crossedOutText(sale)}</Meta>
      </>
    ),
  },
  {
    head: 'Base price',
    kind: 'number',
    card: 'Base price',
    cell: ({ basePriceCents }) => (basePriceCents === null ? '—' : formatMoney(basePriceCents)),
  },
  {
    head: 'Sale price',
    kind: 'number',
    card: 'Sale price',
    cell: ({ salePriceCents }) => formatMoney(salePriceCents),
  },
  { head: 'Starts', kind: 'soft', card: 'Starts', cell: ({ startsAt }) => <Time at={startsAt} /> },
  {
    head: 'Ends',
    kind: 'soft',
    card: 'Ends',
    cell: ({ endsAt }) => (endsAt ? <Time at={endsAt} /> : 'Never'),
  },
  { head: 'Actions', kind: 'actions', cell: (sale) => <EndSale sale={sale} /> },
]

export function SalesTable({ sales }: { sales: Sale[] }) {
  return <DataTable className="df-discounts" rows={sales} columns={columns} />
}
