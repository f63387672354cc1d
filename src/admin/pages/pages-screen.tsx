import { ExternalLink, Pencil } from 'lucide-react'
import { redirect } from 'next/navigation'
import { z } from 'zod'

import { IconLink, TextLink } from '@/admin/form/button'
import { Entries, InboxEntry } from '@/admin/list/entries'
import { editParam } from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { listAdminPages } from '@/modules/content/queries/pages'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

const schema = z.object({ edit: editParam })

export const PagesScreen = defineScreen({
  requires: 'pages:write',
  show: async ({ payload, query }) => {
    const { edit } = schema.parse(query)
    const pages = await listAdminPages(payload)
    if (pages.some(({ id }) => id === edit)) redirect(`/admin/pages/${edit}`)
    return {
      title: 'Pages',
      lead: `${pluralize(pages.length, 'page')} in your shop. Changes go live as soon as you save.`,
      children: (
        <Panel>
          {pages.length > 0 ? (
            <Entries>
              {pages.map(({ id, title, path, updatedAt }) => (
                <InboxEntry
                  key={id}
                  title={<TextLink href={`/admin/pages/${id}`}>{title}</TextLink>}
                  meta={
                    <>
                      {path} · edited <Time at={updatedAt} />
                    </>
                  }
                  actions={
                    <div className="df-row-actions">
                      <IconLink
                        icon={ExternalLink}
                        href={path}
                        newTab
                        label={`View ${title} in the shop, in a new tab`}
                        title="View"
                      />
                      <IconLink
                        icon={Pencil}
                        href={`/admin/pages/${id}`}
                        label={`Edit ${title}`}
                        title="Edit"
                      />
                    </div>
                  }
                />
              ))}
            </Entries>
          ) : (
            <EmptyState emblem="unfurl" title="No pages yet">
              Restart the shop to create the default pages.
            </EmptyState>
          )}
        </Panel>
      ),
    }
  },
})
