import { Resolver } from 'node:dns/promises'

import {
  commonDkimSelectors,
  dmarcNames,
  isExampleDomain,
  judgeSenderRecords,
  missingSenderRecords,
  senderDomain,
} from '@/modules/go-live/rules/checks'
import { verifyMailServer } from '@/platform/email/send'
import { env, isDemoMode } from '@/platform/env'

import { type Check, finding, formatDay, good, reasonOf } from './check'

const resolver = new Resolver({ timeout: 2000, tries: 2 })

/** The TXT records of a name, each joined; none where the name doesn't exist. @throws if the DNS doesn't respond */
const readTxt = async (name: string): Promise<string[]> => {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}

const checkSenderDomain = async (domain: string) => {
  const [ofDomain, dmarc, ...keys] = await Promise.all([
    readTxt(domain),
    Promise.all(dmarcNames(domain).map(readTxt)),
    ...commonDkimSelectors.map((selector) => readTxt(`${selector}._domainkey.${domain}`)),
  ])
  const missing = missingSenderRecords({ domain: ofDomain, dmarc: dmarc.flat(), dkim: keys.flat() })
  const state = judgeSenderRecords(missing)
  if (state === 'good') return good(`${domain} has SPF, DKIM, and DMARC records.`)
  if (state === 'problem')
    return finding(
      'problem',
      `${domain} is missing DNS records: ${missing.join(', ')}. Email services may reject your emails or treat them as spam.`,
      'Add the DNS records your email service lists.',
    )
  return missing.includes('SPF')
    ? finding(
        'advice',
        `${domain} has DKIM and DMARC records, but no SPF record.`,
        'Check that you’ve added every DNS record your email service lists. Its SPF record may use a different name.',
      )
    : finding(
        'advice',
        `No DKIM key for ${domain} was found under the usual names.`,
        'Make sure your email service signs your emails (DKIM). It may use a different selector.',
      )
}

/** Email: the server, the sender, and that messages arrive. */
export const emailChecks: readonly Check[] = [
  {
    name: 'email-server',
    group: 'email',
    title: 'Email server',
    run: async () => {
      if (!env.SMTP_URL)
        return finding('problem', 'No mail server is set up.', 'Set SMTP_URL and MAIL_FROM.')
      try {
        await verifyMailServer()
      } catch (error) {
        return finding(
          'problem',
          `The mail server can’t be used: ${reasonOf(error)}`,
          'Check SMTP_URL.',
        )
      }
      return isDemoMode
        ? finding('advice', 'Emails go to the demo’s own inbox.', 'Set SMTP_URL and MAIL_FROM.')
        : good('The mail server accepts our sign-in.')
    },
  },
  {
    name: 'email-sender',
    group: 'email',
    title: 'Sender’s domain',
    run: async () => {
      const domain = senderDomain(env.MAIL_FROM)
      if (!domain || isExampleDomain(domain))
        return finding(
          'problem',
          `Emails are sent from ${env.MAIL_FROM}, which isn’t a real address.`,
          'Set MAIL_FROM to an address of your own domain.',
        )
      return checkSenderDomain(domain).catch((error: unknown) =>
        finding(
          'problem',
          `Couldn’t read the DNS records of ${domain}: ${reasonOf(error)}`,
          'Check that this server can use its DNS server, then check again.',
        ),
      )
    },
  },
  {
    name: 'email-received',
    group: 'email',
    title: 'Email delivery',
    run: ({ confirmations }) =>
      confirmations['email-received']
        ? good(`Confirmed on ${formatDay(confirmations['email-received'])}.`)
        : finding(
            'waiting',
            'No one has confirmed a test email yet.',
            'Send yourself a test email and open the link in it.',
          ),
  },
]
