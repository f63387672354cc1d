import { type SocialPlatform, socialPlatformLabels } from '../domain/social-post'
import { composePost } from '../domain/social-text'
import { socialName, socialPicture } from '../media/social-pictures'
import type { OutgoingPicture, OutgoingPost } from '../providers/social-network'
import { draftFrom, type SocialParts } from '../queries/social-parts'

type Picture = SocialParts['pictures'][number]

const isLocal = (address: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

/** Each picture is made as a JPEG first, so that a network that fetches it finds it. */
const toOutgoing = async (siteUrl: string, { alt, ...picture }: Picture): Promise<OutgoingPicture> => {
  await socialPicture(picture)
  return { url: `${siteUrl}/uploads/${socialName(picture.baseName)}`, alt, read: () => socialPicture(picture) }
}

/**
 * A post as one network gets it, or the sentence that says why it does not go there.
 * @param siteUrl where networks fetch pictures; @param fetchesFromAfar whether this one does so from outside
 */
export const outgoingPost = async (
  platform: SocialPlatform, words: { postText: string; hashtags: readonly string[]; mediaIds: readonly number[] }, parts: SocialParts, { siteUrl, isDouble }: { siteUrl: string; isDouble: boolean },
): Promise<{ post: OutgoingPost } | { problem: string }> => {
  const hidden = parts.things.find(({ isPublic }) => !isPublic)
  if (hidden) return { problem: `“${hidden.title}” is not ${hidden.kind === 'content' ? 'published' : 'for sale'} now, so the link would lead nowhere.` }
  if (parts.pictures.length < words.mediaIds.length) return { problem: 'A picture of this post is no longer in the library.' }
  const { text, card, problems } = composePost(platform, draftFrom(words, parts))
  if (problems.length > 0) return { problem: problems.join(' ') }
  const fetches = platform === 'facebook' || platform === 'instagram'
  if (fetches && !isDouble && isLocal(siteUrl) && parts.pictures.length > 0) return { problem: `${socialPlatformLabels[platform]} fetches pictures from the shop’s own address, and ${siteUrl} can be reached from this computer only.` }
  const thing = parts.things.find(({ url }) => url === card)
  return {
    post: {
      text, pictures: await Promise.all(parts.pictures.map((picture) => toOutgoing(siteUrl, picture))),
      card: thing ? { url: thing.url, title: thing.title, description: thing.description, picture: platform === 'linkedin' && thing.picture ? await toOutgoing(siteUrl, thing.picture) : null } : null,
    },
  }
}
