import {
  hiddenLinkMessage,
  type PostAttachments,
  toSocialDraft,
} from '@/modules/social/queries/post-preview'
import { composePost } from '@/modules/social/rules/compose-post'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import {
  getSocialPicture,
  socialPictureName,
  UnreadablePictureError,
} from '@/platform/storage/social-pictures'
import type { NetworkPost, PostPicture } from '@/providers/social-network'

type Picture = PostAttachments['pictures'][number]

const isLocal = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

/** Stores the picture as a JPEG first, so that a network can fetch it. */
const toPostPicture = async (
  siteUrl: string,
  { alt, ...picture }: Picture,
): Promise<PostPicture> => {
  await getSocialPicture(picture)
  return {
    url: `${siteUrl}/uploads/${socialPictureName(picture.baseName)}`,
    alt,
    read: () => getSocialPicture(picture),
  }
}

/** Networks that fetch pictures from the shop instead of taking an upload. */
const fetchesPictures: readonly SocialPlatform[] = ['facebook', 'instagram']

/**
 * Builds a post as one network gets it, or a sentence for staff that says why it cannot go there.
 * @param siteUrl where networks fetch pictures; @param isFake the network is a fake on this computer
 */
export async function buildPost(
  platform: SocialPlatform,
  post: { postText: string; hashtags: readonly string[]; mediaIds: readonly number[] },
  attachments: PostAttachments,
  { siteUrl, isFake }: { siteUrl: string; isFake: boolean },
): Promise<{ post: NetworkPost } | { problem: string }> {
  const { links, pictures } = attachments
  const hiddenLink = links.find(({ isPublic }) => !isPublic)
  if (hiddenLink) return { problem: hiddenLinkMessage(hiddenLink) }
  if (pictures.length < post.mediaIds.length)
    return { problem: 'An image in this post is no longer in the library.' }
  const { text, card, problems } = composePost(platform, toSocialDraft(post, attachments))
  if (problems.length > 0) return { problem: problems.join(' ') }
  if (fetchesPictures.includes(platform) && !isFake && isLocal(siteUrl) && pictures.length > 0)
    return {
      problem: `${socialPlatformLabels[platform]} needs to download images from your shop, but ${siteUrl} is only reachable from this computer.`,
    }
  const link = links.find(({ url }) => url === card)
  try {
    return {
      post: {
        text,
        pictures: await Promise.all(pictures.map((picture) => toPostPicture(siteUrl, picture))),
        card: link
          ? {
              url: link.url,
              title: link.title,
              description: link.description,
              picture:
                platform === 'linkedin' && link.picture
                  ? await toPostPicture(siteUrl, link.picture)
                  : null,
            }
          : null,
      },
    }
  } catch (error) {
    if (!(error instanceof UnreadablePictureError)) throw error
    return {
      problem:
        'We couldn’t read an image in this post or its link preview. Replace it and try again.',
    }
  }
}
