import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { listResponse } from '@/endpoints/http/pagination-headers'
import {
  createSocialPost,
  markPosted,
  publishNow,
  restoreSocialPost,
  retryDelivery,
  schedulePost,
  sharePosts,
  trashSocialPost,
  updateSocialPost,
} from '@/modules/social/actions/save-social-posts'
import { previewSocialPost } from '@/modules/social/queries/post-preview'
import {
  getSocialAnalytics,
  getSocialPost,
  listSocialPosts,
  type SocialPostRecord,
} from '@/modules/social/queries/social-posts'
import {
  analyticsQuery,
  analyticsResponse,
  createSocialPostBody,
  deliveryParams,
  markPostedBody,
  previewResponse,
  previewSocialPostBody,
  retryBody,
  scheduleSocialPostBody,
  shareSocialPostsBody,
  socialListQuery,
  socialPostResponse,
  updateSocialPostBody,
} from '@/modules/social/schemas'
import { notFound } from '@/platform/errors'

const bodyBytes = 128 * 1024

async function getPost({ payload }: PayloadRequest, id: number): Promise<SocialPostRecord> {
  const post = await getSocialPost(payload, id)
  if (!post) throw notFound('This post')
  return post
}

export const adminSocialPostEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/social/posts',
    summary: 'List social posts',
    requires: 'social:write',
    query: socialListQuery,
    response: z.array(socialPostResponse),
    handle: async (req, { query }) => listResponse(req, await listSocialPosts(req.payload, query)),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts',
    summary:
      'Create a draft, scheduled, or immediate post. Repeating it within 2 minutes returns the first one',
    requires: 'social:write',
    body: createSocialPostBody,
    bodyBytes,
    creates: true,
    response: socialPostResponse,
    handle: async (req, { body }) =>
      getPost(req, await createSocialPost(req.payload, req.user, body)),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/social/posts/:id',
    summary: 'Get a social post',
    requires: 'social:write',
    params: idParams,
    response: socialPostResponse,
    handle: (req, { params }) => getPost(req, params.id),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/social/posts/:id',
    summary: 'Update an unpublished post',
    requires: 'social:write',
    params: idParams,
    body: updateSocialPostBody,
    bodyBytes,
    response: socialPostResponse,
    handle: async (req, { params, body: { version, ...change } }) => {
      await updateSocialPost(req.payload, req.user, params.id, change, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return getPost(req, params.id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/social/posts/:id',
    summary: 'Move a post to the trash so it isn’t published',
    requires: 'social:write',
    params: idParams,
    response: z.strictObject({ message: z.string() }),
    handle: async (req, { params }) => {
      await trashSocialPost(req.payload, req.user, params.id)
      return { message: 'Social post deleted' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/restore',
    summary: 'Restore a post from the trash',
    requires: 'social:write',
    params: idParams,
    ...emptyBody,
    response: socialPostResponse,
    handle: async (req, { params }) => {
      await restoreSocialPost(req.payload, req.user, params.id)
      return getPost(req, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/schedule',
    summary: 'Reschedule an unpublished post',
    requires: 'social:write',
    params: idParams,
    body: scheduleSocialPostBody,
    response: socialPostResponse,
    handle: async (req, { params, body: { version, scheduledFor } }) => {
      await schedulePost(req.payload, req.user, params.id, scheduledFor, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return getPost(req, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/publish',
    summary: 'Publish a post now; repeated calls send it once',
    requires: 'social:write',
    params: idParams,
    ...emptyBody,
    response: socialPostResponse,
    handle: async (req, { params }) => {
      await publishNow(req.payload, req.user, params.id)
      return getPost(req, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/deliveries/:platform/retry',
    summary: 'Retry a post on one network',
    requires: 'social:write',
    params: deliveryParams,
    body: retryBody,
    bodyOptional: true,
    response: socialPostResponse,
    handle: async (req, { params: { id, platform }, body: { isNotThere } }) => {
      await retryDelivery(req.payload, req.user, id, platform, isNotThere)
      return getPost(req, id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/deliveries/:platform/posted',
    summary: 'Mark a post as posted on a network',
    requires: 'social:write',
    params: deliveryParams,
    body: markPostedBody,
    response: socialPostResponse,
    handle: async (req, { params: { id, platform }, body: { url } }) => {
      await markPosted(req.payload, req.user, id, platform, url)
      return getPost(req, id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/preview',
    summary: 'Preview a post on each network, with any problems',
    requires: 'social:write',
    body: previewSocialPostBody,
    bodyBytes,
    response: previewResponse,
    handle: (req, { body }) => previewSocialPost(req.payload, body),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/share',
    summary: 'Create one post per network about an article, all or none',
    requires: 'social:write',
    body: shareSocialPostsBody,
    bodyBytes,
    creates: true,
    response: z.array(socialPostResponse),
    handle: async (req, { body }) => {
      const ids = await sharePosts(req.payload, req.user, body)
      return Promise.all(ids.map((id) => getPost(req, id)))
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/social/analytics',
    summary: 'Get social analytics; missing figures are null',
    requires: 'social:write',
    query: analyticsQuery,
    response: analyticsResponse,
    handle: (req, { query: { days } }) => getSocialAnalytics(req.payload, days),
  }),
]
