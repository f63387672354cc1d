import { z } from 'zod'

import { TextLink } from '@/admin/form/button'
import type { Column } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import { ageLabels, createListParams, dayParams } from '@/admin/list/list-params'
import { sortHeads } from '@/admin/list/sort-head'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { listSubjectTitles, subjectKey } from '@/modules/shop/queries/audit-subjects'
import {
  type AuditRow,
  type AuditSort,
  auditSorts,
  listAuditEvents,
} from '@/modules/shop/queries/list-audit-events'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

import { actionLabel, detailsText, subjectHref, subjectText } from './audit-text'

const limit = 50
const address = createListParams(
  '/admin/audit',
  z.object({ ...dayParams, sort: z.enum(auditSorts).catch('newest').default('newest') }),
)
type Params = ReturnType<typeof address.parse>
const sortLabels = {
  ...ageLabels,
  actor: 'Person A to Z',
  'actor-z': 'Person Z to A',
} satisfies Record<AuditSort, string>
const sortable = sortHeads(address, {
  When: { ascending: 'oldest', descending: 'newest', first: 'descending' },
  Who: { ascending: 'actor', descending: 'actor-z' },
})

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

const columnsFor = (params: Params, titles: Map<string, string>): Column<AuditRow>[] => [
  { ...sortable('When', params), kind: 'soft', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: 'What',
    cell: ({ action, details }) => (
      <>
        {actionLabel(action)}
        <Meta>{detailsText(details)}</Meta>
      </>
    ),
  },
  { ...sortable('Who', params), isOptional: true, cell: actorLabel },
  {
    head: 'Item',
    isOptional: true,
    kind: 'soft',
    cell: (row) => <Subject row={row} title={titles.get(subjectKey(row))} />,
  },
]

export const AuditScreen = defineScreen({
  requires: 'audit:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const [list, views] = await Promise.all([
      listAuditEvents(payload, { ...params, limit }),
      getListPreferences(payload, user.id, 'audit'),
    ])
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
          filters={{
            label: 'Audit log',
            placeholder: 'Action, person, or item number',
            selects: { sort: ['Sort', Object.entries(sortLabels)] },
            dates: dayLabels,
          }}
          views={views}
          noResults={{ title: 'No entries match' }}
          empty={
            <EmptyState emblem="true-enough" title="No activity yet">
              Role changes, refunds, new connections, and deletions will show up here.
            </EmptyState>
          }
          table={{ className: 'df-audit', rows: list.rows, columns: columnsFor(params, titles) }}
        />
      ),
    }
  },
})
