import { createHash } from 'node:crypto'

/** What Mailchimp calls a member: the MD5 of the lower-cased address. */
export const mailchimpMemberId = (email: string): string =>
  createHash('md5').update(email.trim().toLowerCase()).digest('hex')
