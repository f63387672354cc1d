import { type PostAttachments, toSocialDraft } from '@/modules/social/queries/post-preview'
import { composePost } from '@/modules/social/rules/compose-post'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { getSocialPicture, socialPictureName } from '@/platform/storage/social-pictures'
import type { NetworkPost, PostPicture } from '@/providers/social-network'

type Picture = PostAttachments['pictures'][number]

const isLocal = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

/** Each picture is made as a JPEG first, so that a network that fetches it finds it. */
const toOutgoing = async (siteUrl: string, { alt, ...picture }: Picture): Promise<PostPicture> => {
  await getSocialPicture(picture)
  return {
    url: `${siteUrl}/uploads/${socialPictureName(picture.baseName)}`,
    alt,
    read: () => getSocialPicture(picture),
  }
}

/**
 * A post as one network gets it, or the sentence that says why it does not go there.
 * @param siteUrl where networks fetch pictures; @param fetchesFromAfar whether this one does so from outside
 */
export async function buildPost(
  platform: SocialPlatform,
  words: { postText: string; hashtags: readonly string[]; mediaIds: readonly number[] },
  parts: PostAttachments,
  { siteUrl, isDouble }: { siteUrl: string; isDouble: boolean },
): Promise<{ post: NetworkPost } | { problem: string }> {
  const hidden = parts.things.find(({ isPublic }) => !isPublic)
  if (hidden)
    return {
      problem: `“${hidden.title}” is not ${hidden.kind === 'content' ? 'published' : 'for sale'} now, so the link would lead nowhere.`,
    }
  if (parts.pictures.length < words.mediaIds.length)
    return { problem: 'A picture of this post is no longer in the library.' }
  const { text, card, problems } = composePost(platform, toSocialDraft(words, parts))
  if (problems.length > 0) return { problem: problems.join(' ') }
  const fetches = platform === 'facebook' || platform === 'instagram'
  if (fetches && !isDouble && isLocal(siteUrl) && parts.pictures.length > 0)
    return {
      problem: `${socialPlatformLabels[platform]} fetches pictures from the shop’s own address, and ${siteUrl} can be reached from this computer only.`,
    }
  const thing = parts.things.find(({ url }) => url === card)
  return {
    post: {
      text,
      pictures: await Promise.all(parts.pictures.map((picture) => toOutgoing(siteUrl, picture))),
      card: thing
        ? {
            url: thing.url,
            title: thing.title,
            description: thing.description,
            picture:
              platform === 'linkedin' && thing.picture
                ? await toOutgoing(siteUrl, thing.picture)
                : null,
          }
        : null,
    },
  }
}
