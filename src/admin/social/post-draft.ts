import type { ChosenStatus, SocialPlatform } from '../../domain/social-post'
import { fromLocal, toLocal } from '../../domain/zoned-time'
import type { SocialPostRecord } from '../../queries/admin-social'
import type { PickedPicture } from '../parts/media-picker'

export type Linked = { id: number; title: string }
/** What the form holds. `scheduledFor` as its field shows it, on the shop's clock. */
export type PostDraft = {
  postText: string; platforms: SocialPlatform[]; hashtags: string[]; content: Linked | null; product: Linked | null; pictures: PickedPicture[]; status: ChosenStatus; scheduledFor: string
}

export const emptyDraft: PostDraft = { postText: '', platforms: [], hashtags: [], content: null, product: null, pictures: [], status: 'draft', scheduledFor: '' }

export const draftOf = (post: SocialPostRecord, timeZone: string): PostDraft => ({
  postText: post.postText, platforms: post.platforms, hashtags: post.hashtags, pictures: post.pictures,
  content: post.contentId === null ? null : { id: post.contentId, title: post.contentTitle ?? 'A piece' }, product: post.productId === null ? null : { id: post.productId, title: post.productName ?? 'A product' },
  status: post.status === 'scheduled' ? 'scheduled' : 'draft', scheduledFor: post.scheduledFor ? toLocal(post.scheduledFor, timeZone) : '',
})

const partsOf = ({ postText, hashtags, content, product, pictures }: PostDraft) =>
  ({ postText, hashtags, contentId: content?.id ?? null, productId: product?.id ?? null, mediaIds: pictures.map(({ id }) => id) })

export const previewBody = (draft: PostDraft) => partsOf(draft)
export const saveBody = (draft: PostDraft, timeZone: string) => ({
  ...partsOf(draft), platforms: draft.platforms, status: draft.status, scheduledFor: draft.status === 'scheduled' ? fromLocal(draft.scheduledFor, timeZone) : null,
})
