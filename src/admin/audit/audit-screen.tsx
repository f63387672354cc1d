import { redirect } from 'next/navigation'
import { z } from 'zod'

import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { Pagination } from '@/admin/list/pagination'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { type AuditRow, listAuditEvents } from '@/modules/shop/queries/list-audit-events'
import { formatMoney } from '@/platform/money'
import { screenQuery } from '@/platform/schema-fields'

const perPage = 50
const schema = z.object(screenQuery)
const hrefOf = ({ search, page }: z.infer<typeof schema>): string => {
  const params = new URLSearchParams({
    ...(search ? { search } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/admin/audit${params.size > 0 ? `?${params.toString()}` : ''}`
}

/** 'user.role_changed' → 'User: role changed' */
const wordsOf = (action: string): string => {
  const [subject = '', what = ''] = action.split('.')
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1).replaceAll('_', ' ')}: ${what.replaceAll('_', ' ')}`
}
const whoOf = ({ actor, actorId, actorRole, details }: AuditRow): string => {
  if (actorId === null) return 'The shop'
  const person = `${actor ?? 'somebody who is gone'} (${actorRole.replace('_', ' ')})`
  return details?.apiKey ? `API key ${String(details.apiKey)}… of ${person}` : person
}
/** 'amountCents: 525' → 'amount: $5.25' */
const detailOf = ([name, value]: [string, unknown]): string =>
  name.endsWith('Cents') && typeof value === 'number'
    ? `${name.slice(0, -5)}: ${formatMoney(value)}`
    : `${name}: ${[value].flat().join(', ')}`
const detailsOf = ({ details }: AuditRow): string =>
  Object.entries(details ?? {})
    .filter(([name]) => name !== 'apiKey' && name !== 'fingerprint')
    .map(detailOf)
    .join('; ')

export const AuditScreen = defineScreen({
  requires: 'audit:read',
  show: async ({ payload, query }) => {
    const asked = schema.parse(query)
    const list = await listAuditEvents(payload, { ...asked, limit: perPage })
    if (list.rows.length === 0 && list.total > 0) redirect(hrefOf({ ...asked, page: list.pages }))
    return {
      title: 'Audit log',
      lead: `${pluralize(list.total, 'entry', 'entries')}. What was written here cannot be changed by anybody.`,
      children: (
        <>
          <ListFilters
            key={hrefOf(asked)}
            action="/admin/audit"
            label="Audit log"
            placeholder="What, who, or the number of the thing"
            search={asked.search}
          />
          <Panel>
            {list.rows.length > 0 ? (
              <table className="df-table df-audit">
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">What</th>
                    <th scope="col">Who</th>
                    <th scope="col">Of what</th>
                  </tr>
                </thead>
                <tbody>
                  {list.rows.map((row) => (
                    <tr key={row.id}>
                      <td className="df-soft">
                        <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
                      </td>
                      <td>
                        {wordsOf(row.action)}
                        {detailsOf(row) ? <p className="df-entry__meta">{detailsOf(row)}</p> : null}
                      </td>
                      <td>{whoOf(row)}</td>
                      <td className="df-soft">
                        {row.subjectType
                          ? `${row.subjectType.replace('_', ' ')} ${row.subjectId ?? ''}`
                          : '—'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : asked.search ? (
              <NoResults title="No entry fits" href="/admin/audit">
                Try fewer letters of what was done, or of who did it.
              </NoResults>
            ) : (
              <EmptyState emblem="true-enough" title="Nothing yet">
                Changes of roles, refunds, sign-ins that were connected and erasures are kept here.
              </EmptyState>
            )}
            {list.total > 0 ? (
              <Pagination
                page={list.page}
                pages={list.pages}
                limit={perPage}
                total={list.total}
                href={(page) => hrefOf({ ...asked, page })}
              />
            ) : null}
          </Panel>
        </>
      ),
    }
  },
})
