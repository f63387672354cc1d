import type { Payload } from 'payload'

import { notConnectedError, readCredentials } from '@/platform/connections/credentials'
import { AppError } from '@/platform/errors'
import { getProviders } from '@/providers'
import type { MailchimpGateway } from '@/providers/mailchimp/client'

export type Audience = { mailchimp: MailchimpGateway; audience: string }

/**
 * Mailchimp and the audience that the letter goes to: the one that was named, or the only one there is.
 * Null: not connected.
 * @throws AppError conflict when there are several and none was named, or the named one is not there
 */
export async function findAudience(payload: Payload): Promise<Audience | null> {
  const credentials = await readCredentials(payload.db.drizzle, 'mailchimp')
  if (!credentials) return null
  const mailchimp = getProviders().mailchimp(credentials.keys)
  if (credentials.keys.audienceId) return { mailchimp, audience: credentials.keys.audienceId }
  const audiences = await mailchimp.listAudiences()
  const [only] = audiences
  if (audiences.length !== 1 || !only)
    throw new AppError(
      'conflict',
      audiences.length === 0
        ? 'There is no audience at Mailchimp yet. Make one there first.'
        : `There are ${audiences.length} audiences at Mailchimp (${audiences.map(({ name, id }) => `${name}: ${id}`).join(', ')}). Enter the id of the right one with the keys.`,
    )
  return { mailchimp, audience: only.id }
}

/** As findAudience. @throws AppError conflict when Mailchimp is not connected */
export async function requireAudience(payload: Payload): Promise<Audience> {
  const found = await findAudience(payload)
  if (!found) throw notConnectedError('mailchimp')
  return found
}
