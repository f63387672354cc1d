import { notFound } from 'next/navigation'

import { ConfirmAction } from '@/admin/form/actions'
import { TextLink } from '@/admin/form/button'
import { Entries, Meta } from '@/admin/list/entries'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { getAdminContentRecord, listContentVersions } from '@/modules/content/queries/admin-content'
import { contentStatusLabels } from '@/modules/content/rules/content'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

type Version = Awaited<ReturnType<typeof listContentVersions>>[number]

const RestoreVersion = ({ id, version }: { id: number; version: Version }) => {
  const when = formatDateTime(version.createdAt)
  return (
    <ConfirmAction
      text="Restore"
      label={`Restore the version from ${when}`}
      question={`Restore the version from ${when}?`}
      verb="Restore"
      request={{
        path: `/api/admin/content/${id}/versions/${version.id}/restore`,
        done: 'Content updated',
        doneText: `Restored to ${when}.`,
        failed: 'Error restoring content',
      }}
    >
      <p>
        Text, images, and tags from this version replace the current ones, which stay in this list.
        The status and dates don’t change. Neither does the URL, unless the article was never
        published: then it may follow the title.
      </p>
    </ConfirmAction>
  )
}

/** Earlier versions of a document; each can be viewed and restored. */
export const VersionsScreen = defineScreen({
  requires: 'content:write',
  show: async ({ payload, id }) => {
    const contentId = id(1)
    const [record, versions] = await Promise.all([
      getAdminContentRecord(payload, contentId),
      listContentVersions(payload, contentId),
    ])
    if (!record) notFound()
    return {
      title: `Versions of “${record.title}”`,
      back: { label: 'Content', href: '/admin/content' },
      lead: `${pluralize(versions.length, 'version')}. The last 50 are saved, with at most one autosave every 5 minutes.`,
      children: (
        <Panel>
          {versions.length === 0 ? (
            <EmptyState emblem="first-light" title="No versions yet">
              Your next save creates the first one.
            </EmptyState>
          ) : (
            <Entries>
              {versions.map((version, index) => (
                <li key={version.id} className="df-entry df-entry--middle">
                  <div>
                    <p>
                      <b>{version.title}</b>
                    </p>
                    <Meta>
                      <Time at={version.createdAt} />, {contentStatusLabels[version.status]}
                    </Meta>
                  </div>
                  <div className="df-row-actions">
                    {record.deletedAt ? null : (
                      <TextLink
                        href={`/preview/content/${contentId}?version=${version.id}`}
                        newTab
                        aria-label={`View the version from ${formatDateTime(version.createdAt)}, in a new tab`}
                      >
                        View
                      </TextLink>
                    )}
                    {index === 0 ? (
                      <span className="df-soft">Current version</span>
                    ) : record.deletedAt ? null : (
                      <RestoreVersion id={contentId} version={version} />
                    )}
                  </div>
                </li>
              ))}
            </Entries>
          )}
        </Panel>
      ),
    }
  },
})
