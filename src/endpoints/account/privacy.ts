import type { Endpoint } from 'payload'
import { AppError } from '../../errors'
import { personData } from '../../queries/person-data'
import { personZip } from '../../queries/person-zip'
import { doneAnswer, ownDeletionSchema, requestAnswer } from '../../schemas/privacy'
import { pauseAccount } from '../../workflows/pause-account'
import { requestOwnDeletion, withdrawOwnDeletion } from '../../workflows/request-deletion'
import { expiredSessionCookies } from '../../workflows/session-cookies'
import { confirmPerson } from '../confirm-person'
import { endpoint } from '../endpoint'
import { refuseForeignOrigin } from '../origin'
import { spend } from '../rate-limit'
import { withCookies } from '../with-cookies'
import { personOf } from './person-of'

const nothing = ownDeletionSchema.pick({}).strict()

export const ownPrivacyEndpoints: Endpoint[] = [
  endpoint({
    method: 'get', path: '/api/account/export', summary: 'Everything the shop holds about you, as one zip', signedIn: true,
    handle: async (req) => {
      // A GET, so that a plain link downloads it; but another site may not have a browser fetch it.
      refuseForeignOrigin(req)
      const { id, email } = personOf(req)
      await spend(req, 'export', { points: 4, seconds: 60 * 60 }, `user ${id}`)
      const zip = personZip(personData(req.payload, { userId: id, emails: email ? [email.toLowerCase()] : [] }))
      const day = new Date().toISOString().slice(0, 10)
      return new Response(zip, {
        headers: { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="dayfern-your-data-${day}.zip"`, 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' },
      })
    },
  }),

  endpoint({
    method: 'post', path: '/api/account/pause', summary: 'Pause your account until you sign in again', signedIn: true,
    body: nothing, bodyOptional: true, answer: doneAnswer, limit: { points: 10, seconds: 600 },
    handle: async (req) => {
      await pauseAccount(req.payload, personOf(req))
      return withCookies(Response.json({ ok: true }), expiredSessionCookies(req.payload))
    },
  }),

  endpoint({
    method: 'post', path: '/api/account/deletion', summary: 'Ask for your account and everything in it to be erased', signedIn: true,
    body: ownDeletionSchema, bodyOptional: true, answer: requestAnswer, limit: { points: 20, seconds: 600 },
    handle: async (req, { body }) => {
      const person = personOf(req)
      if (person.role !== 'customer') throw new AppError('conflict', 'This account works for the shop. An owner has to change its role to customer first.')
      await confirmPerson(req, body.currentPassword)
      const { code, status } = await requestOwnDeletion(req.payload, person, body.reason)
      return { code, status }
    },
  }),

  endpoint({
    method: 'post', path: '/api/account/deletion/withdraw', summary: 'Take your request to be erased back', signedIn: true,
    body: nothing, bodyOptional: true, answer: doneAnswer, limit: { points: 20, seconds: 600 },
    handle: async (req) => {
      await withdrawOwnDeletion(req.payload, personOf(req).id)
      return { ok: true }
    },
  }),
]
