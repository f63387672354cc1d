import { getConnection } from '../../queries/connection-view'
import { getLatestRun } from '../../queries/sync-runs'
import { ServiceBody } from '../connections/service-body'
import { AccountFact } from '../imports/account-fact'
import { PostsDesk } from '../imports/posts-desk'
import { screen } from '../screen'
import { TokenPanel } from './token-panel'

export const InstagramImportScreen = screen({
  requires: 'posts:import',
  show: async (visit) => {
    const [view, run] = await Promise.all([getConnection(visit.payload, 'instagram'), getLatestRun(visit.payload, ['instagram-import'])])
    return {
      title: 'Instagram import',
      lead: 'Posts of your Instagram account become reflections. Only business and creator accounts can be read; Instagram lets no program into a personal one.',
      children: (
        <ServiceBody
          visit={visit} view={view} testPath="/api/admin/instagram/test" consent="instagram"
          facts={<><AccountFact name="Posts" value={view.details?.postCount} /><AccountFact name="Followers" value={view.details?.followers} /></>}
          aside={view.keysFrom && view.state !== 'off' ? <TokenPanel /> : null}
        >
          <PostsDesk
            run={run} path="/api/admin/instagram/import" label="Import all posts"
            about="Every post becomes a reflection, once: its pictures are copied, hashtags become tags, and of a film its still is kept with a link to it. What is here already stays as it is."
          />
        </ServiceBody>
      ),
    }
  },
})
