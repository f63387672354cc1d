import { notFound } from 'next/navigation'

import { roleHasPermission } from '@/access/roles'
import { TextLink } from '@/admin/form/button'
import { LazyCampaignDraftPanel, LazyShareForm } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { getAdminContentRecord } from '@/modules/content/queries/admin-content'
import { contentHref } from '@/modules/content/rules/content'
import { getConnection } from '@/modules/integrations/queries/connections'
import { readPostAttachments } from '@/modules/social/queries/post-preview'
import { listSocialNetworks } from '@/modules/social/queries/social-networks'
import { listPostsOfContent, type SocialPostRecord } from '@/modules/social/queries/social-posts'
import { fitText } from '@/modules/social/rules/compose-post'
import {
  type SocialPlatform,
  socialPlatforms,
  type SocialPostStatus,
} from '@/modules/social/rules/social-post'
import { env } from '@/platform/env'
import type { BadgeTone } from '@/ui/badge'

import { PostListItem } from './post-list'

const statusTones: Partial<Record<SocialPostStatus, BadgeTone>> = {
  published: 'good',
  failed: 'bad',
}

/** The suggested text: title and excerpt, cut to the network's limit. */
const suggestion = (
  platform: SocialPlatform,
  { title, excerpt, tags }: { title: string; excerpt: string; tags: string[] },
  url: string,
): string =>
  fitText(platform, {
    text: [title, excerpt].filter(Boolean).join('\n\n'),
    hashtags: tags.slice(0, 5),
    links: [url],
    pictures: 1,
  })

const ExistingPosts = ({
  posts,
  connected,
}: {
  posts: SocialPostRecord[]
  connected: SocialPlatform[]
}) =>
  posts.length > 0 ? (
    <Panel title="Existing posts" aside={<TextLink href="/admin/social">All posts</TextLink>}>
      <ul className="df-social-posts">
        {posts.map((post) => (
          <PostListItem
            key={post.id}
            post={post}
            connected={connected}
            tone={statusTones[post.status] ?? 'info'}
            actions={<TextLink href={`/admin/social?edit=${post.id}`}>Open</TextLink>}
          />
        ))}
      </ul>
    </Panel>
  ) : null

const unpublishedNote = (
  <p className="df-note">
    This article isn’t published yet. Publish it to draft and schedule posts here.
  </p>
)

export const ShareScreen = defineScreen({
  requires: 'social:write',
  show: async ({ payload, id: idAt, user }) => {
    const id = idAt(2)
    const record = await getAdminContentRecord(payload, id)
    if (!record || record.deletedAt) notFound()
    const [networks, posts, attachments] = await Promise.all([
      listSocialNetworks(payload),
      listPostsOfContent(payload, id),
      readPostAttachments(payload, { contentId: id }),
    ])
    const accounts = networks.filter(({ account }) => account?.isActive)
    const url = env.SERVER_URL + contentHref(record)
    const accountName = (platform: SocialPlatform): string | null =>
      accounts.find((network) => network.platform === platform)?.account?.accountName ?? null
    const isPublished = record.status === 'published'
    return {
      title: `Share “${record.title}”`,
      back: { label: 'Content', href: '/admin/content' },
      lead: (
        <>
          Links to{' '}
          <TextLink look="plain" href={url} newTab>
            {url}
          </TextLink>
        </>
      ),
      children: (
        <>
          <ExistingPosts posts={posts} connected={accounts.map(({ platform }) => platform)} />
          {isPublished ? (
            <LazyShareForm
              contentId={id}
              title={record.title}
              timeZone={env.SHOP_TIME_ZONE}
              start={socialPlatforms.map((platform) => ({
                platform,
                account: accountName(platform),
                postText: suggestion(platform, record, url),
                hashtags: record.tags.slice(0, 5),
                isShared: posts.some((post) => post.platforms.includes(platform)),
              }))}
              picture={attachments.links[0]?.picture ?? null}
            />
          ) : (
            unpublishedNote
          )}
          {isPublished && roleHasPermission(user.role, 'integrations:use') ? (
            <LazyCampaignDraftPanel
              title="Newsletter"
              contentId={id}
              articleTitles={[record.title]}
              empty=""
              isConnected={(await getConnection(payload, 'mailchimp')).state === 'connected'}
              hint="Create a Mailchimp draft with this article, then review and send it there."
            />
          ) : null}
        </>
      ),
    }
  },
})
