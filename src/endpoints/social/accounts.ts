import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint } from '@/endpoints/endpoint'
import { socialNetworkFor } from '@/modules/social/actions/network-session'
import {
  chooseSocialAccount,
  disconnectSocialAccount,
  listSocialChoices,
  testSocialAccount,
} from '@/modules/social/actions/social-accounts'
import { listSocialAccounts } from '@/modules/social/queries/social-posts'
import type { SocialPlatform } from '@/modules/social/rules/social-post'
import {
  choicesResponse,
  chooseAccountBody,
  platformParams,
  socialAccountResponse,
} from '@/modules/social/schemas'
import { createSocialNetwork } from '@/providers'

/** For endpoints that call the network. */
const networkRateLimit = { points: 30, seconds: 600 }

const contextOf = ({ payload }: PayloadRequest, platform: SocialPlatform) => ({
  payload,
  platform,
  networkFor: socialNetworkFor(payload, createSocialNetwork),
})
const listAccounts = ({ payload }: PayloadRequest) => listSocialAccounts(payload)

export const adminSocialAccountEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/social/accounts',
    summary: 'List connected social accounts',
    requires: 'social:write',
    response: z.array(socialAccountResponse),
    handle: listAccounts,
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/social/accounts/:platform/test',
    summary: 'Test a social account connection',
    requires: 'social:write',
    params: platformParams,
    ...emptyBody,
    limit: networkRateLimit,
    response: z.array(socialAccountResponse),
    handle: async (req, { params: { platform } }) => {
      await testSocialAccount(contextOf(req, platform))
      return listAccounts(req)
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/social/accounts/:platform/choices',
    summary: 'List pages and organizations this sign-in can post as',
    requires: 'social:write',
    params: platformParams,
    limit: networkRateLimit,
    response: choicesResponse,
    handle: async (req, { params: { platform } }) =>
      (await listSocialChoices(contextOf(req, platform))).map(({ id, name }) => ({ id, name })),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/social/accounts/:platform',
    summary: 'Choose which page or organization to post as',
    requires: 'social:write',
    params: platformParams,
    body: chooseAccountBody,
    limit: networkRateLimit,
    response: z.array(socialAccountResponse),
    handle: async (req, { params: { platform }, body: { accountId } }) => {
      await chooseSocialAccount(contextOf(req, platform), req.user, accountId)
      return listAccounts(req)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/social/accounts/:platform',
    summary: 'Disconnect a network and delete its tokens',
    requires: 'social:write',
    params: platformParams,
    response: z.array(socialAccountResponse),
    handle: async (req, { params: { platform } }) => {
      await disconnectSocialAccount(req.payload, req.user, platform)
      return listAccounts(req)
    },
  }),
]
