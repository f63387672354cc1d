import { createHash } from 'node:crypto'

/** What Mailchimp calls a member: the MD5 of the lower-cased address. */
export function mailchimpMemberId(email: string): string {
  return createHash('md5').update(email.trim().toLowerCase()).digest('hex')
}
