import type { SelectedPicture } from '@/admin/form/media-picker/library-file'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import type { SelectableStatus, SocialPlatform } from '@/modules/social/rules/social-post'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

export type LinkedDocument = { id: number; title: string }
/** `scheduledFor` is in the shop's time zone. */
export type PostFormValues = {
  postText: string
  platforms: SocialPlatform[]
  hashtags: string[]
  content: LinkedDocument | null
  product: LinkedDocument | null
  pictures: SelectedPicture[]
  status: SelectableStatus
  scheduledFor: string
}

export const emptyPostForm: PostFormValues = {
  postText: '',
  platforms: [],
  hashtags: [],
  content: null,
  product: null,
  pictures: [],
  status: 'draft',
  scheduledFor: '',
}

export function toPostFormValues(post: SocialPostRecord, timeZone: string): PostFormValues {
  return {
    postText: post.postText,
    platforms: post.platforms,
    hashtags: post.hashtags,
    pictures: post.pictures,
    content:
      post.contentId === null
        ? null
        : { id: post.contentId, title: post.contentTitle ?? 'An article' },
    product:
      post.productId === null
        ? null
        : { id: post.productId, title: post.productName ?? 'A product' },
    status: post.status === 'scheduled' ? 'scheduled' : 'draft',
    scheduledFor: post.scheduledFor ? toZonedDateTime(post.scheduledFor, timeZone) : '',
  }
}

export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

/** What the preview needs too. */
export function toPreviewRequest({
  postText,
  hashtags,
  content,
  product,
  pictures,
}: PostFormValues) {
  return {
    postText,
    hashtags,
    contentId: content?.id ?? null,
    productId: product?.id ?? null,
    mediaIds: pictures.map(({ id }) => id),
  }
}

export function toPostRequest(draft: PostFormValues, timeZone: string) {
  return {
    ...toPreviewRequest(draft),
    platforms: draft.platforms,
    status: draft.status,
    scheduledFor:
      draft.status === 'scheduled' ? fromZonedDateTime(draft.scheduledFor, timeZone) : null,
  }
}
