import { z } from 'zod'

import { TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams } from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { listSubjectTitles, subjectKey } from '@/modules/shop/queries/audit-subjects'
import { type AuditRow, listAuditEvents } from '@/modules/shop/queries/list-audit-events'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

import { actionLabel, detailsText, subjectHref, subjectText } from './audit-text'

const limit = 50
const address = createListParams('/admin/audit', z.object({}))

const actorLabel = ({ actor, actorId, actorRole, details }: AuditRow): string => {
  if (actorId === null) return 'The shop'
  const user = `${actor ?? 'deleted user'} (${actorRole.replace('_', ' ')})`
  return typeof details?.apiKey === 'string' ? `API key ${details.apiKey}… of ${user}` : user
}
const Subject = ({ row, title }: { row: AuditRow; title?: string }) => {
  const href = subjectHref(row.subjectType, row.subjectId)
  const text = subjectText(row, title)
  // What was deleted has no title and nothing to open.
  return href && (title || row.subjectType === 'customer') ? (
    <TextLink look="plain" href={href}>
      {text}
    </TextLink>
  ) : (
    text
  )
}

const columnsFor = (titles: Map<string, string>): Column<AuditRow>[] => [
  { head: 'When', kind: 'soft', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: 'What',
    cell: ({ action, details }) => (
      <>
        {actionLabel(action)}
        <Meta>{detailsText(details)}</Meta>
      </>
    ),
  },
  { head: 'Who', cell: actorLabel },
  {
    head: 'Item',
    kind: 'soft',
    cell: (row) => <Subject row={row} title={titles.get(subjectKey(row))} />,
  },
]

export const AuditScreen = defineScreen({
  requires: 'audit:read',
  show: async ({ payload, query }) => {
    const params = address.parse(query)
    const list = await listAuditEvents(payload, { ...params, limit })
    const titles = await listSubjectTitles(payload, list.rows)
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
          <DataTable className="df-audit" rows={list.rows} columns={columnsFor(titles)} />
        </ListPanel>
      ),
    }
  },
})
