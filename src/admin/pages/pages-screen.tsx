import { z } from 'zod'

import { EmptyState } from '@/admin/list/empty-state'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { listAdminPages } from '@/modules/content/queries/pages'

import { PagesList } from './pages-list'

const schema = z.object({
  edit: z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null).default(null),
})

export const PagesScreen = defineScreen({
  requires: 'pages:write',
  show: async ({ payload, query }) => {
    const { edit } = schema.parse(query)
    const pages = await listAdminPages(payload)
    return {
      title: 'Pages',
      lead: `${pluralize(pages.length, 'page')} that ${pages.length === 1 ? 'is' : 'are'} always there. What you save is in the shop at once.`,
      children: (
        <Panel>
          {pages.length > 0 ? (
            <PagesList
              pages={pages.map((page) => ({ ...page, changed: formatDateTime(page.updatedAt) }))}
              edit={pages.some(({ id }) => id === edit) ? edit : null}
            />
          ) : (
            <EmptyState emblem="unfurl" title="No pages yet">
              The start command makes them, with words to begin with. Start the shop anew, and they
              stand here.
            </EmptyState>
          )}
        </Panel>
      ),
    }
  },
})
