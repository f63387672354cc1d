import type { Payload } from 'payload'

import { getProviders } from '@/providers'

import type { MailchimpContext } from './actions/mailchimp-audience'

/** Composes what the actions on Mailchimp need, for jobs and endpoints. */
export function mailchimpContext(payload: Payload): MailchimpContext {
  return { payload, createMailchimp: getProviders().mailchimp }
}
