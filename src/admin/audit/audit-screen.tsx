import { z } from 'zod'

import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams } from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { pluralize } from '@/admin/shell/pluralize'
import { Time } from '@/admin/shell/time'
import { type AuditRow, listAuditEvents } from '@/modules/shop/queries/list-audit-events'
import { formatMoney } from '@/platform/money'
import { EmptyState } from '@/ui/empty-state'

const limit = 50
const address = createListParams('/admin/audit', z.object({}))

/** 'user.role_changed' → 'User: role changed' */
const actionLabel = (action: string): string => {
  const [subject = '', event = ''] = action.split('.')
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1).replaceAll('_', ' ')}: ${event.replaceAll('_', ' ')}`
}
const actorLabel = ({ actor, actorId, actorRole, details }: AuditRow): string => {
  if (actorId === null) return 'The shop'
  const user = `${actor ?? 'deleted user'} (${actorRole.replace('_', ' ')})`
  return typeof details?.apiKey === 'string' ? `API key ${details.apiKey}… of ${user}` : user
}
/** 'amountCents: 525' → 'amount: $5.25' */
const detailLabel = ([name, value]: [string, unknown]): string =>
  name.endsWith('Cents') && typeof value === 'number'
    ? `${name.slice(0, -5)}: ${formatMoney(value)}`
    : `${name}: ${[value].flat().join(', ')}`

const columns: Column<AuditRow>[] = [
  { head: 'When', kind: 'soft', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: 'What',
    cell: ({ action, details }) => (
      <>
        {actionLabel(action)}
        <Meta>
          {Object.entries(details ?? {})
            .filter(([name]) => name !== 'apiKey' && name !== 'fingerprint')
            .map(detailLabel)
            .join('; ')}
        </Meta>
      </>
    ),
  },
  { head: 'Who', cell: actorLabel },
  {
    head: 'Item',
    kind: 'soft',
    cell: ({ subjectType, subjectId }) =>
      subjectType ? `${subjectType.replace('_', ' ')} ${subjectId ?? ''}` : '—',
  },
]

export const AuditScreen = defineScreen({
  requires: 'audit:read',
  show: async ({ payload, query }) => {
    const params = address.parse(query)
    const list = await listAuditEvents(payload, { ...params, limit })
    return {
      title: 'Audit log',
      lead: `${pluralize(list.total, 'entry', 'entries')}. Entries can’t be edited.`,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          limit={limit}
          filters={{ label: 'Audit log', placeholder: 'Action, person, or item number' }}
          noResults={{ title: 'No entries match', text: 'Try a shorter search.' }}
          empty={
            <EmptyState emblem="true-enough" title="No activity yet">
              Role changes, refunds, new connections, and deletions will show up here.
            </EmptyState>
          }
        >
          <DataTable className="df-audit" rows={list.rows} columns={columns} />
        </ListPanel>
      ),
    }
  },
})
