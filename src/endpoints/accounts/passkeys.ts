import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import {
  addPasskey,
  createPasskeyOptions,
  removePasskey,
  renamePasskey,
  requestPasskeyOptions,
  verifyPasskey,
} from '@/modules/accounts/actions/passkeys'
import { createSession } from '@/modules/accounts/actions/sessions'
import { describeDevice } from '@/modules/accounts/rules/device-name'
import { passkeyFailedMessage } from '@/modules/accounts/rules/passkeys'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import { okResponse, signInResponse } from '@/modules/accounts/schemas/authentication'
import {
  addedPasskeyResponse,
  addPasskeySchema,
  passkeyCreationResponse,
  passkeyRequestResponse,
  passkeySignInSchema,
  renamePasskeySchema,
} from '@/modules/accounts/schemas/passkeys'
import { AppError } from '@/platform/errors'

import { challengeResponse, takeChallenge } from './passkey-challenge'
import { consumeSignInAttempt } from './password-sign-in'
import { createSignedInResponse } from './session-response'

const limit = { points: 60, seconds: 10 * 60 }

export const passkeyEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/auth/passkey/options',
    summary: 'Start signing in with a passkey; returns the options for navigator.credentials.get',
    ...emptyBody,
    response: passkeyRequestResponse,
    // Every visit to the sign-in page requests one.
    limit: { points: 240, seconds: 10 * 60 },
    handle: async (req) =>
      challengeResponse(req, await requestPasskeyOptions(req.payload), {
        purpose: 'sign-in',
        userId: null,
      }),
  }),

  endpoint({
    method: 'post',
    path: '/api/auth/passkey',
    summary: 'Sign in with a passkey, which also counts as the second step',
    body: passkeySignInSchema,
    response: signInResponse,
    handle: async (req, { body: { passkey } }) => {
      await consumeSignInAttempt(req)
      const attempt = await takeChallenge(req, passkey, { purpose: 'sign-in', userId: null })
      const userId = attempt && (await verifyPasskey(req.payload, passkey, attempt.state))
      const session =
        userId === null ? null : await createSession(req, userId, { secondFactorGiven: true })
      if (!session) throw new AppError('unauthorized', passkeyFailedMessage)
      return createSignedInResponse(session)
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/reauthenticate/options',
    summary: 'Start confirming it’s you with one of your passkeys',
    signedIn: true,
    ...emptyBody,
    response: passkeyRequestResponse,
    limit,
    handle: async (req) => {
      const { id } = req.user
      const options = await requestPasskeyOptions(req.payload, id)
      return challengeResponse(req, options, { purpose: 'confirm', userId: id })
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/passkeys/options',
    summary: 'Start adding a passkey; returns the options for navigator.credentials.create',
    signedIn: true,
    stepUp: true,
    ...emptyBody,
    response: passkeyCreationResponse,
    limit,
    handle: async (req) => {
      const user = req.user
      const options = await createPasskeyOptions(req.payload, user)
      return challengeResponse(req, options, { purpose: 'register', userId: user.id })
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/passkeys',
    summary: 'Add a passkey that your device just created',
    signedIn: true,
    body: addPasskeySchema,
    creates: true,
    response: addedPasskeyResponse,
    limit,
    handle: async (req, { body: { passkey } }) => {
      const user = req.user
      const attempt = await takeChallenge(req, passkey, { purpose: 'register', userId: user.id })
      if (!attempt?.userHandle) throw new AppError('invalid', passkeyFailedMessage)
      const name = describeDevice(req.headers.get('user-agent'))
      const { state: challenge, userHandle } = attempt
      const registration = { passkey, challenge, userHandle, name }
      return {
        name,
        ...(await addPasskey(req.payload, user, registration, getSessionId(req.user))),
      }
    },
  }),

  endpoint({
    method: 'patch',
    path: '/api/account/passkeys/:id',
    summary: 'Rename one of your passkeys',
    signedIn: true,
    params: idParams,
    body: renamePasskeySchema,
    response: okResponse,
    limit,
    handle: async (req, { params, body }) => {
      await renamePasskey(req.payload, req.user.id, params.id, body.name)
      return { ok: true }
    },
  }),

  endpoint({
    method: 'delete',
    path: '/api/account/passkeys/:id',
    summary: 'Remove one of your passkeys, unless it’s your last way to sign in',
    signedIn: true,
    stepUp: true,
    params: idParams,
    response: okResponse,
    limit,
    handle: async (req, { params }) => {
      await removePasskey(req.payload, req.user, params.id)
      return { ok: true }
    },
  }),
]
