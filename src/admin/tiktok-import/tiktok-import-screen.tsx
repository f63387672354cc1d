import { getConnection } from '../../queries/connection-view'
import { getLatestRun } from '../../queries/sync-runs'
import { ServiceBody } from '../connections/service-body'
import { AccountFact } from '../imports/account-fact'
import { PostsDesk } from '../imports/posts-desk'
import { screen } from '../screen'

export const TikTokImportScreen = screen({
  requires: 'posts:import',
  show: async (visit) => {
    const [view, run] = await Promise.all([getConnection(visit.payload, 'tiktok'), getLatestRun(visit.payload, ['tiktok-import'])])
    const user = (view.details?.userInfo ?? {}) as Record<string, unknown>
    return {
      title: 'TikTok import',
      lead: 'Videos of your TikTok account become reflections.',
      children: (
        <ServiceBody
          visit={visit} view={view} testPath="/api/admin/tiktok/test" consent="tiktok"
          facts={<>
            <AccountFact name="Name" value={user.display_name} /><AccountFact name="About" value={user.bio_description} /><AccountFact name="Videos" value={user.video_count} />
            <AccountFact name="Followers" value={user.follower_count} /><AccountFact name="Likes" value={user.likes_count} />
          </>}
        >
          <PostsDesk
            run={run} path="/api/admin/tiktok/import" label="Import all videos"
            about="Every public video becomes a reflection, once: its words, its cover and a link to it. The video itself stays at TikTok, and our pages load nothing from there. What is here already stays as it is."
          />
        </ServiceBody>
      ),
    }
  },
})
