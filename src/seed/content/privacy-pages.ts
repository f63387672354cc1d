import { formatIdentityProviders } from '@/platform/identity-providers'

import type { SeedPage } from './blocks'

/** What the shop knows about people, and how they have it erased (storefront specification, "Privacy policy" and "Data deletion page"). */
export const privacyPages: readonly SeedPage[] = [
  {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    lead: 'What we know about you, why, who else sees it, and how to have it corrected or erased. Buying a shirt with a fern on it should tell nobody anything.',
    seoDescription:
      'What Dayfern collects, why, who sees it, how long it is kept, and how to have it erased.',
    body: [
      { h2: 'What we collect' },
      { p: 'Only what you give us, and the little that a website can’t work without.' },
      {
        list: [
          '**When you order:** your name, email and address, a phone number if you add one, what you bought, and what was paid. If you pay no sales tax, also the exemption certificate that proves it. Your card number goes to PayPal and never to us.',
          `**When you make an account:** a username and a password, which is stored only in a scrambled form that can’t be turned back. Email and names are optional. If you sign in with ${formatIdentityProviders()}, we get the number they know you by and, if you agree to it there, your name, photo and email.`,
          '**When you use your account:** addresses and items you save, and reviews you write.',
          '**When you subscribe to the newsletter:** your email, a name if you add one, and a record of when you agreed, on which form, and to which wording. The record has your network address with its last part removed.',
          '**When you write to us:** your message and the address to answer.',
          '**When you open a page:** your network address, which is kept for a short while so that nobody can flood the shop with requests. We don’t build a record of what you look at.',
        ],
      },
      { p: 'We never ask whether you are in recovery, and we don’t guess it from what you buy.' },
      { h2: 'How we use it' },
      {
        p: 'To print and send what you ordered and to tell you where it is. To take payments and give refunds. To answer you. To let you sign in. To send the newsletter, if you subscribed and confirmed it. To keep the books the law asks for, and to stop fraud and break-ins.',
      },
      {
        p: 'That’s all. We don’t sell or rent information about anyone, we don’t make profiles, and we don’t show ads. The subjects of our emails about orders are kept neutral, since other people may see your screen.',
      },
      {
        p: 'Orders and payments for seven years, because tax law asks for it. An account until you close it. Messages until they’re answered, and up to a year after that. The record of your newsletter consent for as long as you’re subscribed, or until you ask us to erase it.',
      },
      { h2: 'Who we share it with' },
      {
        list: [
          '**The printer.** Printful prints and ships your order, and gets your name, your address and what to print. Their [privacy policy](https://www.printful.com/policies/privacy).',
          '**The payment provider.** PayPal gets what it needs to take a payment, and only once you reach checkout. Their [privacy statement](https://www.paypal.com/us/legalhub/paypal/privacy-full).',
          '**Apple or Google,** only if you choose Apple Pay or Google Pay at checkout. They learn that you pay us and how much, and they handle your card under their own terms.',
          '**The services that deliver our email and run our server.** They handle your information for us, and may not use it for anything else.',
          '**A court or an authority,** when the law leaves us no choice. We hand over no more than we must and tell you about it if we’re allowed to.',
        ],
      },
      {
        p: 'Nobody else. If the shop is ever sold, the new owner has to keep what this page promises, and we’ll write to you before that happens.',
      },
      { h2: 'How we protect it' },
      {
        p: 'Every page is sent encrypted. Passwords, links in emails and recovery codes are stored in a form that can’t be read back. You can turn on two-step verification, and the people who handle orders here have to. The people who work here see only what their work needs, and changes to orders and accounts are logged. No system is perfectly safe. If something goes wrong with your information, we’ll tell you plainly and quickly.',
      },
      { h2: 'Cookies' },
      {
        p: 'We set cookies only to keep you signed in and to bring you back to your order at checkout. There are none for advertising or for following you around, and so there’s no banner to click away. Your cart, your theme and what you save without an account are kept in your own browser, and you can clear them there whenever you like. PayPal sets cookies of its own at checkout.',
      },
      { h2: 'Your rights' },
      {
        p: 'Wherever you live, you can ask us to see what we know about you, to have a copy, to correct it, and to erase it. You can unsubscribe from the newsletter with one click, in any issue. We won’t treat you differently for asking, and it costs nothing. If you have an account, much of this is on [your account pages](/account/privacy); for everything else, write to hello@dayfern.example. We answer within two business days.',
      },
      {
        p: 'How erasing works, what it covers and what has to be kept is on the [data deletion page](/data-deletion). Some states give you further rights, and this page takes none of them away. If you think we’ve handled something badly, you can also tell the attorney general of your state.',
      },
      { h2: 'Links to other sites' },
      {
        p: 'Some pages link elsewhere, for example to a helpline or a book. Those sites have rules of their own, and we don’t tell them who you are.',
      },
      { h2: 'Children under 13' },
      {
        p: 'The shop isn’t for children under 13, and we don’t knowingly collect anything about them. If you think a child has given us information, write to us and we’ll erase it.',
      },
      { h2: 'Changes to this page' },
      {
        p: 'If we change how we handle information, the new text is put here. If the change matters to you and we have your address, we’ll write before it takes effect.',
      },
      { h2: 'Reaching us' },
      {
        p: 'hello@dayfern.example. A person reads it, Monday to Friday. To have your information erased, start at the [data deletion page](/data-deletion).',
      },
    ],
  },
  {
    slug: 'data-deletion',
    title: 'Data deletion',
    lead: 'How to have what we know about you erased, what goes, what has to stay, and how long it takes.',
    seoDescription:
      'How to have your information erased: what goes, what has to stay, the four steps, and how long it takes.',
    body: [
      { h2: 'Before you ask' },
      {
        p: 'Deletion is permanent. Once it’s done we can’t bring anything back, neither your account nor your orders. If you only want a pause, there are [gentler ways](#other-ways) further down.',
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
        p: 'Wherever possible, what stays is made anonymous: amounts and dates without your name, email or address.',
      },
      { h2: 'Four steps' },
      {
        numbered: [
          '**Prepare your request.** Your full name, the email of your account, any other emails you’ve used here, and roughly when you made the account. You may add a reason, but you don’t have to.',
          '**Send it by email** to hello@dayfern.example, with a subject that starts with “Data Deletion Request”.',
          '**We check that it’s you,** possibly with a link sent to the email you registered. That’s so that nobody else can have your things erased.',
          '**We delete it** in the time below, and write to you when it’s done.',
        ],
      },
      { h2: 'How long it takes' },
      {
        list: [
          '**We say that we’ve received it:** within 2 business days',
          '**We check that it’s you:** within 5 business days',
          '**Everything is deleted, and we confirm it:** within 30 days of that check',
          '**Financial records:** kept for 7 years, then deleted',
        ],
      },
      { h2: 'Printing and payment' },
      {
        p: 'The companies that print your order and take your payment keep records of their own, which we can’t erase for you. Here is how they handle them: [Printful’s privacy policy](https://www.printful.com/policies/privacy) and [PayPal’s privacy statement](https://www.paypal.com/us/legalhub/paypal/privacy-full).',
      },
      { h2: 'Other ways' },
      {
        list: [
          '**Update your information** on [your account pages](/account), or ask us to.',
          '**Unsubscribe** with the link in any newsletter. Nothing else in your account changes.',
          '**Adjust cookie preferences** in your browser. We only set the cookies that the shop needs to work.',
          '**Temporarily deactivate your account** on [your data page](/account/privacy). Your data is kept, but nobody can get at it, until you sign in again.',
        ],
      },
      { h2: 'Reaching us' },
      {
        p: '[Contact the privacy team](mailto:hello@dayfern.example?subject=Data%20Deletion%20Request), or read the [privacy policy](/privacy-policy) first.',
      },
    ],
  },
]
