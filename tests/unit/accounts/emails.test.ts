import { expect, it } from '@jest/globals'

import { accountEmail } from '@/modules/accounts/emails'
import { testEmail } from '@/modules/go-live/emails'
import { dataRequestEmails } from '@/modules/privacy/emails'
import { renderEmail } from '@/platform/email/render'

const shop = { shopUrl: 'https://dayfern.example', contactEmail: 'hello@dayfern.example' }
const url = 'https://dayfern.example/link'
const account = { ...shop, url, username: 'wren', firstName: 'Wren' }

it.each([
  ['Confirm address', accountEmail({ ...account, kind: 'verify-email' })],
  ['Choose a new password', accountEmail({ ...account, kind: 'reset-password' })],
  ['Accept invitation', accountEmail({ ...account, kind: 'staff-invitation' })],
  ['It arrived', testEmail({ ...shop, url })],
  [
    'Review and confirm',
    dataRequestEmails['data-request-received']({
      ...shop,
      requestUrl: url,
      needsLink: true,
      until: 'December 7',
    }),
  ],
])(
  'an email with “%s” names its link in plain text, which has no buttons',
  async (label, email) => {
    const { html, text } = await renderEmail(email)
    expect(html).toContain(`href="${url}"`)
    expect(text).toContain(`\n${label}:\n${url}\n`)
    expect(text).not.toMatch(/button/i)
  },
)
