import { Time } from '@/admin/shell/facts'
import { notFound } from 'next/navigation'

import { EmptyState } from '@/admin/list/empty-state'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { getAdminContentRecord, listContentVersions } from '@/modules/content/queries/admin-content'
import { contentStatusLabels } from '@/modules/content/rules/content'

import { RestoreVersion } from './restore-version'

const idOf = (segment = ''): number =>
  /^[1-9]\d{0,8}$/.test(segment) ? Number(segment) : notFound()

/** How a piece was before, with a way back for each. */
export const VersionsScreen = defineScreen({
  requires: 'content:write',
  show: async ({ payload, segments }) => {
    const id = idOf(segments[1])
    const [piece, versions] = await Promise.all([
      getAdminContentRecord(payload, id),
      listContentVersions(payload, id),
    ])
    if (!piece) notFound()
    return {
      title: `Versions of “${piece.title}”`,
      back: { label: 'Content', href: '/admin/content' },
      lead: `${pluralize(versions.length, 'version')}. The last fifty are kept; of a draft that saves itself, one for every five minutes.`,
      children: (
        <Panel>
          {versions.length === 0 ? (
            <EmptyState emblem="first-light" title="No versions yet">
              The next save makes the first one.
            </EmptyState>
          ) : (
            <ul className="df-versions">
              {versions.map((version, index) => (
                <li key={version.id} className="df-entry">
                  <div>
                    <p>
                      <b>{version.title}</b>
                    </p>
                    <p className="df-entry__meta">
                      <Time at={version.createdAt} />, {contentStatusLabels[version.status]}
                    </p>
                  </div>
                  {index === 0 ? (
                    <span className="df-soft">As it is now</span>
                  ) : piece.deletedAt ? null : (
                    <RestoreVersion
                      id={id}
                      versionId={version.id}
                      when={formatDateTime(version.createdAt)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Panel>
      ),
    }
  },
})
