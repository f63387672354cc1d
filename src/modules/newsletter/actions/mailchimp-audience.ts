import type { Payload } from 'payload'

import { notConnectedError, readCredentials } from '@/platform/connections/credentials'
import { AppError } from '@/platform/errors'
import type { Providers } from '@/providers'
import type { MailchimpGateway } from '@/providers/mailchimp/client'

export type MailchimpContext = { payload: Payload; createMailchimp: Providers['mailchimp'] }
export type Audience = { mailchimp: MailchimpGateway; audience: string }

/**
 * Returns Mailchimp and the id of the newsletter's audience: the one entered with the keys, or else the only one. Null
 * while Mailchimp is not connected.
 * @throws AppError conflict if none was entered and there is not exactly one
 */
export async function findAudience({
  payload,
  createMailchimp,
}: MailchimpContext): Promise<Audience | null> {
  const credentials = await readCredentials(payload.db.drizzle, 'mailchimp')
  if (!credentials) return null
  const mailchimp = createMailchimp(credentials.keys)
  if (credentials.keys.audienceId) return { mailchimp, audience: credentials.keys.audienceId }
  const audiences = await mailchimp.listAudiences()
  const [only] = audiences
  if (audiences.length !== 1 || !only)
    throw new AppError(
      'conflict',
      audiences.length === 0
        ? 'There’s no audience in Mailchimp yet. Create one there first.'
        : `There are ${audiences.length} audiences in Mailchimp (${audiences.map(({ name, id }) => `${name}: ${id}`).join(', ')}). Enter the audience ID with the keys.`,
    )
  return { mailchimp, audience: only.id }
}

/** As findAudience. @throws AppError conflict while Mailchimp is not connected */
export async function requireAudience(context: MailchimpContext): Promise<Audience> {
  const audience = await findAudience(context)
  if (!audience) throw notConnectedError('mailchimp')
  return audience
}
