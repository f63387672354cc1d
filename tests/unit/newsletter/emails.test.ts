import {
  alreadySubscribedEmail,
  confirmSubscriptionEmail,
  newsletterWelcomeEmail,
} from '@/modules/newsletter/emails'
import { contactMessageEmail } from '@/modules/shop/emails'
import { renderEmail } from '@/platform/email/render'

const props = {
  leaveUrl: 'https://shop.example/letters/unsubscribe?s=1&key=ab',
  confirmUrl: 'https://shop.example/letters/confirm?token=1-ab',
  shopUrl: 'https://shop.example',
  contactEmail: 'hello@shop.example',
  postalAddress: '18 Alder Lane, Ojai, CA 93023',
}

const emails = {
  'letter-confirm': confirmSubscriptionEmail,
  'letter-known': alreadySubscribedEmail,
  'letter-welcome': newsletterWelcomeEmail,
}

it.each(['letter-confirm', 'letter-known', 'letter-welcome'] as const)(
  'email %s has an unsubscribe link in both parts and no tracking pixel',
  async (name) => {
    const { subject, html, text } = await renderEmail(emails[name](props))
    expect(subject).not.toMatch(/[!]|recovery/i)
    expect(text).toContain(props.leaveUrl)
    expect(html).toContain(props.leaveUrl.replace('&', '&amp;'))
    expect([...html.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
      'https://shop.example/brand/mail-meadow.jpg',
    ])
  },
)

it('the contact message email escapes user input and keeps the subject on one line', async () => {
  const { subject, html, text } = await renderEmail(
    contactMessageEmail({
      name: 'Wren\r\nBcc: a@b.c',
      email: 'wren@example.com',
      topic: 'An order',
      orderNumber: null,
      body: 'Hello <script>alert(1)</script>\nThank you',
      messageUrl: 'https://shop.example/admin',
      shopUrl: props.shopUrl,
      contactEmail: props.contactEmail,
    }),
  )
  expect(subject).toBe('An order: a message from Wren Bcc: a@b.c')
  expect(html).toContain('Hello &lt;script&gt;')
  expect(html).not.toContain('<script')
  expect(text).toContain('Hello <script>alert(1)</script>\nThank you')
  expect(text).not.toContain('Order:')
})

it.each(['letter-confirm', 'letter-known', 'letter-welcome'] as const)(
  'email %s includes the shop’s postal address if there is one',
  async (name) => {
    const mail = await renderEmail(emails[name](props))
    for (const part of [mail.html, mail.text])
      expect(part).toContain('18 Alder Lane, Ojai, CA 93023')
    const without = await renderEmail(emails[name]({ ...props, postalAddress: '' }))
    expect(without.text.trimEnd().endsWith('Dayfern')).toBe(true)
  },
)
