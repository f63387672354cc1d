import { z } from 'zod'
import { listAdminPages } from '../../queries/admin-pages'
import { counted } from '../parts/counted'
import { formatMoment } from '../parts/dates'
import { Empty } from '../parts/empty'
import { Panel } from '../parts/panel'
import { screen } from '../screen'
import { PagesDesk } from './pages-desk'

const schema = z.object({ edit: z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null).default(null) })

export const PagesScreen = screen({
  requires: 'pages:write',
  show: async ({ payload, query }) => {
    const { edit } = schema.parse(query)
    const pages = await listAdminPages(payload)
    return {
      title: 'Pages',
      lead: `${counted(pages.length, 'page')} that ${pages.length === 1 ? 'is' : 'are'} always there. What you save is in the shop at once.`,
      children: (
        <Panel>
          {pages.length > 0
            ? <PagesDesk pages={pages.map((page) => ({ ...page, changed: formatMoment(page.updatedAt) }))} edit={pages.some(({ id }) => id === edit) ? edit : null} />
            : <Empty emblem="unfurl" title="No pages yet">The start command makes them, with words to begin with. Start the shop anew, and they stand here.</Empty>}
        </Panel>
      ),
    }
  },
})
