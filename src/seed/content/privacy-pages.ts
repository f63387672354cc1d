import { formatIdentityProviders } from '@/platform/identity-providers'

import type { SeedPage } from './blocks'

/** What the shop knows about people, and how they have it erased (storefront specification, "Privacy policy" and "Data deletion page"). */
export const privacyPages: readonly SeedPage[] = [
  {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    lead: 'What we know about you, why, who else sees it, and how to have it corrected or deleted. Buying a shirt with a fern on it shouldn’t tell anyone anything about you.',
    seoDescription:
      'What Dayfern collects, why, who sees it, how long we keep it, and how to have it deleted.',
    body: [
      { h2: 'What we collect' },
      { p: 'Only what you give us, and the little that a website needs to work.' },
      {
        list: [
          '**When you order:** your name, email, and address, a phone number if you add one, what you bought, and what was paid. If you pay no sales tax, also the exemption certificate that proves it. Your card number goes to PayPal and never to us.',
          `**When you create an account:** a username and a password, which is stored only in a scrambled form that can’t be reversed. Email and names are optional. If you sign in with ${formatIdentityProviders()}, we get the ID they know you by and, if you agree to it there, your name, photo, and email.`,
          '**When you use your account:** addresses and items you save, and reviews you write.',
          '**When you subscribe to the newsletter:** your email, a name if you add one, and a record of when you agreed, on which form, and to what wording. The record includes your IP address with its last part removed.',
          '**When you write to us:** your message and the address to reply to.',
          '**When you open a page:** your IP address, which we keep for a short time so no one can flood the shop with requests. We don’t build a record of what you look at.',
        ],
      },
      { p: 'We never ask whether you are in recovery, and we don’t guess it from what you buy.' },
      { h2: 'How we use it' },
      {
        p: 'To print and ship what you ordered and tell you where it is. To take payments and issue refunds. To reply to you. To let you sign in. To send the newsletter, if you subscribed and confirmed it. To keep the records the law requires, and to stop fraud and break-ins.',
      },
      {
        p: 'That’s all. We don’t sell or rent information about anyone, we don’t build profiles, and we don’t show ads. The subject lines of our order emails are neutral, since other people may see your screen.',
      },
      {
        p: 'We store orders and payments for seven years, because tax law requires it, and your account until you close it. Messages stay until we’ve answered them and up to a year after that. The record of your newsletter consent stays as long as you’re subscribed, or until you ask us to delete it.',
      },
      { h2: 'Who we share it with' },
      {
        list: [
          '**The printer.** Printful prints and ships your order, and gets your name, your address, and what to print. Their [privacy policy](https://www.printful.com/policies/privacy).',
          '**The payment provider.** PayPal gets what it needs to take a payment, and only once you reach checkout. Their [privacy statement](https://www.paypal.com/us/legalhub/paypal/privacy-full).',
          '**Apple or Google,** only if you choose Apple Pay or Google Pay at checkout. They learn that you’re paying us and how much, and they handle your card under their own terms.',
          '**The services that deliver our email and run our server.** They handle your information for us and aren’t allowed to use it for anything else.',
          '**A court or government agency,** when the law leaves us no choice. We share no more than we have to, and we’ll tell you about it if we’re allowed to.',
        ],
      },
      {
        p: 'No one else. If the shop is ever sold, the new owner has to keep the promises on this page, and we’ll email you before that happens.',
      },
      { h2: 'How we protect it' },
      {
        p: 'Every page is encrypted on its way to you. Passwords, links in emails, and recovery codes are stored in a form that can’t be read back. You can turn on two-step verification, and the people who handle orders here have to. The people who work here see only what their job requires, and changes to orders and accounts are logged. No system is perfectly secure. If something goes wrong with your information, we’ll tell you plainly and quickly.',
      },
      { h2: 'Cookies' },
      {
        p: 'We set cookies only to keep you signed in and to bring you back to your order at checkout. There are none for advertising or for following you around, so there’s no banner to click away. Your cart, your theme, and what you save without an account stay in your own browser, and you can clear them whenever you like. PayPal sets its own cookies at checkout.',
      },
      { h2: 'Your rights' },
      {
        p: 'Wherever you live, you can ask us to see what we know about you, to send you a copy, to correct it, and to delete it. You can unsubscribe from the newsletter with one click in any issue. We won’t treat you differently for asking, and it costs nothing. If you have an account, much of this is on [your account pages](/account/privacy); for everything else, email hello@dayfern.example. We reply within two business days.',
      },
      {
        p: 'The [data deletion page](/data-deletion) explains how deletion works, what it covers, and what we have to keep. Some states give you more rights, and nothing on this page takes them away. If you think we’ve handled something badly, you can also tell the attorney general of your state.',
      },
      { h2: 'Links to other sites' },
      {
        p: 'Some pages link elsewhere, for example to a helpline or a book. Those sites have their own rules, and we don’t tell them who you are.',
      },
      { h2: 'Children under 13' },
      {
        p: 'The shop isn’t for children under 13, and we don’t knowingly collect anything about them. If you think a child has given us information, email us and we’ll delete it.',
      },
      { h2: 'Changes to this page' },
      {
        p: 'If we change how we handle information, we’ll post the new version here. If the change affects you and we have your address, we’ll email you before it takes effect.',
      },
      { h2: 'Reaching us' },
      {
        p: 'hello@dayfern.example. A person reads it, Monday through Friday. To have your information deleted, start at the [data deletion page](/data-deletion).',
      },
    ],
  },
  {
    slug: 'data-deletion',
    title: 'Data deletion',
    lead: 'How to have what we know about you deleted, what goes, what has to stay, and how long it takes.',
    seoDescription:
      'How to have your information deleted: what goes, what has to stay, the four steps, and how long it takes.',
    body: [
      { h2: 'Before you ask' },
      {
        p: 'Deletion is permanent. Once it’s done, we can’t bring anything back, including your account and your orders. If you only want a break, there are [gentler options](#other-ways) below.',
      },
      { h2: 'What is deleted' },
      {
        list: [
          'Account information',
          'Order history',
          'Billing and shipping addresses',
          'Communication preferences and newsletter subscriptions',
          'Usage data and cookies',
          'Support tickets',
        ],
      },
      { h2: 'What has to stay' },
      {
        list: [
          'Financial records, for 7 years',
          'Fraud and security logs',
          'Legal compliance records',
          'Records for active orders or disputes, until they’re settled',
        ],
      },
      {
        p: 'Wherever possible, what stays is made anonymous: amounts and dates without your name, email, or address.',
      },
      { h2: 'Four steps' },
      {
        numbered: [
          '**Prepare your request.** Include your full name, your account email, any other emails you’ve used here, and roughly when you created the account. You can add a reason, but you don’t have to.',
          '**Send it by email** to hello@dayfern.example, with a subject that starts with “Data Deletion Request”.',
          '**We verify that it’s you,** possibly with a link sent to the email you registered with, so no one else can delete your data.',
          '**We delete it** in the time below and email you when it’s done.',
        ],
      },
      { h2: 'How long it takes' },
      {
        list: [
          '**We confirm that we received it:** within 2 business days',
          '**We verify that it’s you:** within 5 business days',
          '**Everything is deleted, and we confirm it:** within 30 days of verification',
          '**Financial records:** kept for 7 years, then deleted',
        ],
      },
      { h2: 'Printing and payment' },
      {
        p: 'The companies that print your order and take your payment keep their own records, which we can’t delete for you. Here’s how they handle them: [Printful’s privacy policy](https://www.printful.com/policies/privacy) and [PayPal’s privacy statement](https://www.paypal.com/us/legalhub/paypal/privacy-full).',
      },
      { h2: 'Other ways' },
      {
        list: [
          '**Update your information** on [your account pages](/account), or ask us to.',
          '**Unsubscribe** with the link in any newsletter. Nothing else in your account changes.',
          '**Adjust cookie preferences** in your browser. We only set the cookies the shop needs to work.',
          '**Temporarily deactivate your account** on [your data page](/account/privacy). We keep your data, but no one can access it until you sign in again.',
        ],
      },
      { h2: 'Reaching us' },
      {
        p: '[Contact the privacy team](mailto:hello@dayfern.example?subject=Data%20Deletion%20Request), or read the [privacy policy](/privacy-policy) first.',
      },
    ],
  },
]
