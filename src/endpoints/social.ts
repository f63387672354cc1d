import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { socialNetworkFor } from '@/modules/social/actions/network-session'
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
import {
  chooseSocialAccount,
  disconnectSocialAccount,
  listSocialChoices,
  testSocialAccount,
} from '@/modules/social/actions/social-accounts'
import { previewSocialPost } from '@/modules/social/queries/post-preview'
import {
  getSocialAnalytics,
  getSocialPost,
  listSocialAccounts,
  listSocialPosts,
} from '@/modules/social/queries/social-posts'
import type { SocialPlatform } from '@/modules/social/rules/social-post'
import {
  analyticsQuery,
  analyticsResponse,
  choicesResponse,
  chooseAccountBody,
  createSocialPostBody,
  deliveryParams,
  markPostedBody,
  platformParams,
  previewResponse,
  previewSocialPostBody,
  retryBody,
  scheduleSocialPostBody,
  shareSocialPostsBody,
  socialAccountResponse,
  socialListQuery,
  socialPostResponse,
  updateSocialPostBody,
} from '@/modules/social/schemas'
import { notFound } from '@/platform/errors'
import { createSocialNetwork } from '@/providers'

import { endpoint, idParams } from './endpoint'
import { assertVersion } from './http/check-version'
import { paginationHeaders } from './http/pagination-headers'

const bodyBytes = 128 * 1024
const nothing = { body: z.strictObject({}), bodyOptional: true } as const
/** Calls that ask the network itself. */
const outside = { points: 30, seconds: 600 }

const one = async ({ payload }: PayloadRequest, id: number) => {
  const record = await getSocialPost(payload, id)
  if (!record) throw notFound('This post')
  return record
}
/** The guard let nobody in without a user. */
const actorOf = (req: PayloadRequest) => req.user as NonNullable<typeof req.user>
const contextOf = ({ payload }: PayloadRequest, platform: SocialPlatform) => ({
  payload,
  platform,
  networkFor: socialNetworkFor(payload, createSocialNetwork),
})
const accounts = ({ payload }: PayloadRequest) => listSocialAccounts(payload)

export const adminSocialEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/social/posts',
    summary: 'Posts for other networks',
    requires: 'social:write',
    query: socialListQuery,
    answer: z.array(socialPostResponse),
    handle: async (req, { query }) => {
      const list = await listSocialPosts(req.payload, query)
      return Response.json(list.rows, { headers: paginationHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts',
    summary:
      'Write a post: a draft, one for a later day, or one that goes out now. The same again within two minutes answers the first',
    requires: 'social:write',
    body: createSocialPostBody,
    bodyBytes,
    answer: socialPostResponse,
    handle: async (req, { body }) =>
      one(req, await createSocialPost(req.payload, actorOf(req), body)),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/social/posts/:id',
    summary: 'One post',
    requires: 'social:write',
    params: idParams,
    answer: socialPostResponse,
    handle: (req, { params }) => one(req, params.id),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/social/posts/:id',
    summary: 'Change a post that is not out yet',
    requires: 'social:write',
    params: idParams,
    body: updateSocialPostBody,
    bodyBytes,
    answer: socialPostResponse,
    handle: async (req, { params, body: { version, ...change } }) => {
      await updateSocialPost(req.payload, actorOf(req), params.id, change, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return one(req, params.id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/social/posts/:id',
    summary: 'Put a post into the trash; it does not go out any more',
    requires: 'social:write',
    params: idParams,
    answer: z.strictObject({ message: z.string() }),
    handle: async (req, { params }) => {
      await trashSocialPost(req.payload, actorOf(req), params.id)
      return { message: 'Social post deleted' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/restore',
    summary: 'Take a post back from the trash',
    requires: 'social:write',
    params: idParams,
    ...nothing,
    answer: socialPostResponse,
    handle: async (req, { params }) => {
      await restoreSocialPost(req.payload, actorOf(req), params.id)
      return one(req, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/schedule',
    summary: 'Another day for a post that is not out yet',
    requires: 'social:write',
    params: idParams,
    body: scheduleSocialPostBody,
    answer: socialPostResponse,
    handle: async (req, { params, body: { version, scheduledFor } }) => {
      await schedulePost(req.payload, actorOf(req), params.id, scheduledFor, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return one(req, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/publish',
    summary: 'Hand a post to the worker now; asking twice sends once',
    requires: 'social:write',
    params: idParams,
    ...nothing,
    answer: socialPostResponse,
    handle: async (req, { params }) => {
      await publishNow(req.payload, actorOf(req), params.id)
      return one(req, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/deliveries/:platform/retry',
    summary: 'Once more on one network',
    requires: 'social:write',
    params: deliveryParams,
    body: retryBody,
    bodyOptional: true,
    answer: socialPostResponse,
    handle: async (req, { params: { id, platform }, body: { isNotThere } }) => {
      await retryDelivery(req.payload, actorOf(req), id, platform, isNotThere)
      return one(req, id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/posts/:id/deliveries/:platform/posted',
    summary: 'It was posted there by hand, or found there',
    requires: 'social:write',
    params: deliveryParams,
    body: markPostedBody,
    answer: socialPostResponse,
    handle: async (req, { params: { id, platform }, body: { url } }) => {
      await markPosted(req.payload, actorOf(req), id, platform, url)
      return one(req, id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/preview',
    summary: 'How a post would look on each network, and what stands in its way',
    requires: 'social:write',
    body: previewSocialPostBody,
    bodyBytes,
    answer: previewResponse,
    handle: (req, { body }) => previewSocialPost(req.payload, body),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/share',
    summary: 'One post for each network about one piece, all or none',
    requires: 'social:write',
    body: shareSocialPostsBody,
    bodyBytes,
    answer: z.array(socialPostResponse),
    handle: async (req, { body }) => {
      const ids = await sharePosts(req.payload, actorOf(req), body)
      return Promise.all(ids.map((id) => one(req, id)))
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/social/accounts',
    summary: 'The shop’s accounts at the networks',
    requires: 'social:write',
    answer: z.array(socialAccountResponse),
    handle: accounts,
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/accounts/:platform/test',
    summary: 'Ask the network who we are',
    requires: 'social:write',
    params: platformParams,
    ...nothing,
    limit: outside,
    answer: z.array(socialAccountResponse),
    handle: async (req, { params: { platform } }) => {
      await testSocialAccount(contextOf(req, platform))
      return accounts(req)
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/social/accounts/:platform/choices',
    summary: 'Pages and organizations this sign-in may post as',
    requires: 'social:write',
    params: platformParams,
    limit: outside,
    answer: choicesResponse,
    handle: async (req, { params: { platform } }) =>
      (await listSocialChoices(contextOf(req, platform))).map(({ id, name }) => ({ id, name })),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/social/accounts/:platform',
    summary: 'Post as another of them',
    requires: 'social:write',
    params: platformParams,
    body: chooseAccountBody,
    limit: outside,
    answer: z.array(socialAccountResponse),
    handle: async (req, { params: { platform }, body: { accountId } }) => {
      await chooseSocialAccount(contextOf(req, platform), actorOf(req), accountId)
      return accounts(req)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/social/accounts/:platform',
    summary: 'Disconnect a network: its tokens are forgotten',
    requires: 'social:write',
    params: platformParams,
    answer: z.array(socialAccountResponse),
    handle: async (req, { params: { platform } }) => {
      await disconnectSocialAccount(req.payload, actorOf(req), platform)
      return accounts(req)
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/social/analytics',
    summary: 'What the networks counted for our posts; a figure nobody told is null',
    requires: 'social:write',
    query: analyticsQuery,
    answer: analyticsResponse,
    handle: (req, { query: { days } }) => getSocialAnalytics(req.payload, days),
  }),
]
