import { emptyBody, endpoint } from '@/endpoints/endpoint'
import {
  replaceBackupCodes,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@/modules/accounts/actions/second-factor'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import {
  codesResponse,
  okResponse,
  secondFactorSetupResponse,
  turnOnSecondFactorSchema,
} from '@/modules/accounts/schemas/authentication'

const limit = { points: 30, seconds: 10 * 60 }

export const secondFactorEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/account/second-factor/setup',
    summary: 'Get a secret for an authenticator app, as text and as a QR code',
    signedIn: true,
    stepUp: true,
    ...emptyBody,
    response: secondFactorSetupResponse,
    limit,
    handle: (req) => startSecondFactor(req.user),
  }),

  endpoint({
    method: 'post',
    path: '/api/account/second-factor',
    summary:
      'Turn on two-step verification, with the first code of the app; returns 10 backup codes',
    signedIn: true,
    body: turnOnSecondFactorSchema,
    response: codesResponse,
    limit,
    handle: async (req, { body }) => ({
      codes: await turnOnSecondFactor(req.payload, req.user, body, getSessionId(req.user)),
    }),
  }),

  endpoint({
    method: 'post',
    path: '/api/account/second-factor/backup-codes',
    summary: 'Create 10 new backup codes; old ones stop working',
    signedIn: true,
    stepUp: true,
    ...emptyBody,
    response: codesResponse,
    limit,
    handle: async (req) => ({ codes: await replaceBackupCodes(req.payload, req.user) }),
  }),

  endpoint({
    method: 'delete',
    path: '/api/account/second-factor',
    summary: 'Turn off the authenticator app; passkeys stay',
    signedIn: true,
    stepUp: true,
    response: okResponse,
    limit,
    handle: async (req) => {
      await turnOffSecondFactor(req.payload, req.user)
      return { ok: true }
    },
  }),
]
