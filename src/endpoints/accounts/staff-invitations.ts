import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import { consumeRateLimit, emailsToAddress } from '@/endpoints/http/rate-limit'
import { newAccountErrors } from '@/modules/accounts/actions/register'
import {
  acceptInvitation,
  hasInvitation,
  inviteStaff,
  resendInvitation,
} from '@/modules/accounts/actions/staff-invitations'
import { getAdminUser } from '@/modules/accounts/queries/list-users'
import { adminUserResponse } from '@/modules/accounts/schemas/admin'
import { okResponse } from '@/modules/accounts/schemas/authentication'
import { acceptInvitationSchema, staffInvitation } from '@/modules/accounts/schemas/invitations'
import { notFound } from '@/platform/errors'

const hour = 60 * 60

export const staffInvitationEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/admin/users/invitations',
    summary: 'Invite someone to the staff by email',
    requires: 'users:roles',
    sessionOnly: true,
    stepUp: true,
    body: staffInvitation,
    creates: true,
    response: adminUserResponse,
    limit: { points: 30, seconds: hour },
    handle: async (req, { body }) => {
      await consumeRateLimit(req, emailsToAddress.name, emailsToAddress.limit, body.email)
      const user = await getAdminUser(req.payload, await inviteStaff(req.payload, req.user, body))
      if (!user) throw notFound('This user')
      return user
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/users/:id/invitation',
    summary: 'Resend a staff invitation; earlier links stop working',
    requires: 'users:roles',
    sessionOnly: true,
    params: idParams,
    ...emptyBody,
    response: okResponse,
    limit: { points: 30, seconds: hour },
    handle: async (req, { params }) => {
      await resendInvitation(req.payload, req.user, params.id)
      return { ok: true }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/invitation',
    summary: 'Accept an invitation with an emailed link',
    body: acceptInvitationSchema,
    response: okResponse,
    limit: { points: 30, seconds: hour },
    otherErrors: async (req, body) =>
      newAccountErrors(req.payload, body, await hasInvitation(req.payload, body)),
    handle: async (req, { body }) => {
      await acceptInvitation(req.payload, body)
      return { ok: true }
    },
  }),
]
