import type { z } from 'zod'

import { dayMs } from '@/platform/calendar-days'
import {
  authorizationUrl,
  codeGrant,
  parseScopes,
  refreshGrant,
} from '@/platform/http/authorization-url'
import { createHttpClient, expiresAtFromSeconds, type HttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import type { AccountProfile } from '@/providers/interfaces'
import {
  type AppKeys,
  bearer,
  type SocialAccountGateway,
  type SocialTokens,
} from '@/providers/social-network'

import { mapLinkedInError, nullIfForbidden } from './errors'
import { organizationResponse, personResponse, rolesResponse, tokenResponse } from './schema'

const memberScopes = ['openid', 'profile', 'w_member_social']
const pageScopes = ['w_organization_social', 'r_organization_social', 'rw_organization_admin']
/** The roles that may post as a company page. */
const publishingRoles = new Set(['ADMINISTRATOR', 'CONTENT_ADMIN', 'CONTENT_ADMINISTRATOR'])

/** `v2` is for the unversioned calls that are left under `/v2`. */
export type LinkedInApi = { call: HttpClient; v2: HttpClient }

async function getCompanyPage(
  { call }: LinkedInApi,
  access: string,
  urn: string,
): Promise<AccountProfile> {
  const id = urn.split(':').at(-1)
  const organization = await call({
    path: `/rest/organizations/${id}`,
    headers: bearer(access),
    schema: organizationResponse,
  }).catch(() => null)
  return { id: urn, name: organization?.data.localizedName ?? `Company page ${id}` }
}

const getMember = async ({ v2 }: LinkedInApi, access: string): Promise<AccountProfile> => {
  const { data } = await v2({
    path: '/v2/userinfo',
    headers: bearer(access),
    schema: personResponse,
  })
  return { id: `urn:li:person:${data.sub}`, name: data.name }
}

async function listCompanyPages(api: LinkedInApi, access: string): Promise<AccountProfile[]> {
  // A sign-in without company pages gets 403 here.
  const roles = await api
    .call({
      path: '/rest/organizationAcls',
      // Without a count, LinkedIn gives ten.
      query: { q: 'roleAssignee', state: 'APPROVED', count: 100 },
      headers: bearer(access),
      schema: rolesResponse,
    })
    .catch(nullIfForbidden)
  const urns = new Set(
    (roles?.data.elements ?? [])
      .filter(({ role }) => publishingRoles.has(role))
      .flatMap(({ organization, organizationTarget }) => organization ?? organizationTarget ?? []),
  )
  return Promise.all([...urns].map((urn) => getCompanyPage(api, access, urn)))
}

const toTokens = (
  data: z.infer<typeof tokenResponse>,
  previous: SocialTokens | undefined,
): SocialTokens => ({
  accessToken: data.access_token,
  expiresAt: expiresAtFromSeconds(data.expires_in),
  refreshToken: data.refresh_token ?? previous?.refreshToken ?? null,
  refreshExpiresAt:
    expiresAtFromSeconds(data.refresh_token_expires_in) ?? previous?.refreshExpiresAt ?? null,
  scopes: data.scope === undefined ? (previous?.scopes ?? []) : parseScopes(data.scope),
})

/** Lists the company pages, then the member. */
async function listAccounts(
  api: LinkedInApi,
  { accessToken }: SocialTokens,
): Promise<[AccountProfile, ...AccountProfile[]]> {
  const member = await getMember(api, accessToken)
  const [page, ...otherPages] = await listCompanyPages(api, accessToken)
  return page ? [page, ...otherPages, member] : [member]
}

export function createLinkedInAccounts(
  api: LinkedInApi,
  { id, secret, baseUrl }: AppKeys,
): SocialAccountGateway {
  const site = baseUrl ?? 'https://www.linkedin.com'
  const oauth = createHttpClient({
    provider: 'linkedin',
    baseUrl: site,
    mapError: mapLinkedInError,
  })
  const authorize =
    (scopes: readonly string[]): SocialAccountGateway['authorizeUrl'] =>
    ({ state, redirectUri }) =>
      authorizationUrl({
        site,
        path: '/oauth/v2/authorization',
        baseUrl,
        parameters: { client_id: id, redirect_uri: redirectUri, state, scope: scopes.join(' ') },
      })
  const requestTokens = async (
    form: Record<string, string>,
    previous?: SocialTokens,
  ): Promise<SocialTokens> => {
    const { data } = await oauth({
      method: 'POST',
      path: '/oauth/v2/accessToken',
      form: { ...form, client_id: id, client_secret: secret },
      schema: tokenResponse,
    })
    return toTokens(data, previous)
  }
  return {
    authorizeUrl: authorize([...memberScopes, ...pageScopes]),
    authorizeMemberUrl: authorize(memberScopes),
    exchange: ({ code, redirectUri }) => requestTokens(codeGrant({ code, redirectUri })),
    marginMs: 5 * dayMs,
    refresh: (tokens) => requestTokens(refreshGrant(tokens), tokens),
    whoAmI: async (tokens) => (await listAccounts(api, tokens))[0],
    listAccounts: (tokens) => listAccounts(api, tokens),
    selectAccount: async (tokens, accountId) => {
      const profile = (await listAccounts(api, tokens)).find((account) => account.id === accountId)
      if (!profile)
        throw new ProviderError('linkedin', 'This sign-in can no longer post there.', {
          retryable: false,
          kind: 'permission',
        })
      return { tokens, profile }
    },
  }
}
