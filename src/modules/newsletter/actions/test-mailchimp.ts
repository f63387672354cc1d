import { mailchimpWebhookUrl } from '@/modules/newsletter/mailchimp-webhook-url'
import { recordConnectionSuccess } from '@/platform/connections/credentials'
import { AppError } from '@/platform/errors'

import { type MailchimpContext, requireAudience } from './mailchimp-audience'

/**
 * Reads the account and the audience from Mailchimp and records the result on the connection.
 * @throws AppError conflict without keys or audience; ProviderError
 */
export async function testMailchimp(context: MailchimpContext) {
  const { mailchimp, audience } = await requireAudience(context)
  const account = await mailchimp.getAccount()
  const list = await mailchimp.getAudience(audience)
  if (!list)
    throw new AppError(
      'conflict',
      `Mailchimp has no audience with the ID ${audience}. Update the audience ID in the keys.`,
    )
  const webhooks = await mailchimp.listWebhooks(audience)
  const result = {
    success: true,
    message: `Connected to ${account.account_name}.`,
    accountInfo: account,
    audience,
    audienceName: list.name,
    memberCount: list.stats.member_count,
    webhook: webhooks.some(({ url }) => url === mailchimpWebhookUrl),
  }
  await recordConnectionSuccess(context.payload, 'mailchimp', {
    connectedAs: account.account_name,
    accountId: audience,
    details: result,
  })
  return result
}
