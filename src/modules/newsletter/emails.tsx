import { Link, Section, Text } from '@react-email/components'
import type { ReactElement, ReactNode } from 'react'

import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import { lightColors, sansFont, serifFont } from '@/platform/email/theme'

/** Newsletter emails never carry a name from a form, because the form may have been a stranger's. */
type Props = {
  leaveUrl: string
  shopUrl: string
  contactEmail: string
  /** Of the shop, in one line; empty if none was entered. */
  postalAddress: string
}

const InkLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="ink" style={{ color: lightColors.ink, textDecoration: 'underline' }}>
    {children}
  </Link>
)

type Template = {
  subject: string
  preview: string
  paragraphs: string[]
  action: { label: string; href: string }
  after: ReactElement
  /** Parts of the plain text between the paragraphs and the footer. */
  text: string[]
}

const build = (
  { subject, preview, paragraphs, action, after, text }: Template,
  { shopUrl, contactEmail, postalAddress }: Props,
): EmailContent => ({
  subject,
  text: [subject, ...text, footerText(contactEmail, postalAddress)].join('\n\n'),
  element: (
    <EmailLayout
      preview={preview}
      title={subject}
      action={action}
      shopUrl={shopUrl}
      contactEmail={contactEmail}
      postalAddress={postalAddress}
      after={<EmailText>{after}</EmailText>}
    >
      {paragraphs.map((paragraph) => (
        <EmailText key={paragraph}>{paragraph}</EmailText>
      ))}
    </EmailLayout>
  ),
})

const unsubscribeText = (leaveUrl: string): string => `Leave with one click:\n${leaveUrl}`

/** Answers a request for an address that is subscribed already. */
export function alreadySubscribedEmail(props: Props): EmailContent {
  const opening =
    'Somebody asked for our letter with this address, and you’re on the list already. There is nothing to do. If it wasn’t you, nothing has changed.'
  const action = { label: 'Something to read', href: `${props.shopUrl}/blog` }
  return build(
    {
      subject: 'You already get the letter',
      preview: 'Nothing to do',
      paragraphs: [opening],
      action,
      after: (
        <>
          Had enough of it? <InkLink href={props.leaveUrl}>Leave with one click</InkLink>.
        </>
      ),
      text: [opening, `${action.label}:\n${action.href}`, unsubscribeText(props.leaveUrl)],
    },
    props,
  )
}

/** The double opt-in: nothing is sent to an address before its owner has pressed the button. */
export function confirmSubscriptionEmail(props: Props & { confirmUrl: string }): EmailContent {
  const opening =
    'Somebody, we hope it was you, asked for our letter with this address. It comes once a week: one reflection, one small practice, and first word of new prints.'
  const caution =
    'If it wasn’t you, you need not do anything. Without the button no letter is sent.'
  return build(
    {
      subject: 'Shall we send you the letter?',
      preview: 'One button, and the letter begins',
      paragraphs: [opening, 'The button works for seven days.'],
      action: { label: 'Yes, send me the letter', href: props.confirmUrl },
      after: (
        <>
          {caution} <InkLink href={props.leaveUrl}>Take this request back</InkLink>.
        </>
      ),
      text: [
        opening,
        `Yes, send me the letter (the link works for seven days):\n${props.confirmUrl}`,
        caution,
        `Take this request back:\n${props.leaveUrl}`,
      ],
    },
    props,
  )
}

/** Sent after a subscription was confirmed. */
export function newsletterWelcomeEmail(props: Props): EmailContent {
  const paragraphs = [
    'You’re on the list. Once a week there will be one reflection, one small practice, and first word of new prints.',
    'Read it when you like, or let it lie. Nothing in it runs out.',
  ]
  const action = { label: 'Something to read until then', href: `${props.shopUrl}/reflections` }
  return build(
    {
      subject: 'The letter will find you',
      preview: 'Once a week, and you can leave any time',
      paragraphs,
      action,
      after: (
        <>
          You can <InkLink href={props.leaveUrl}>leave with one click</InkLink>, here and in every
          letter.
        </>
      ),
      text: [...paragraphs, `${action.label}:\n${action.href}`, unsubscribeText(props.leaveUrl)],
    },
    props,
  )
}

export type DigestItem = { title: string; excerpt: string; href: string }

const DigestEntry = ({ title, excerpt, href }: DigestItem) => (
  <Section style={{ margin: '0 0 22px' }}>
    <Text style={{ margin: '0 0 6px' }}>
      <Link
        href={href}
        className="ink"
        style={{
          fontFamily: serifFont,
          fontSize: 23,
          lineHeight: '29px',
          color: lightColors.ink,
          textDecoration: 'underline',
        }}
      >
        {title}
      </Link>
    </Text>
    <Text
      className="ink"
      style={{
        margin: 0,
        fontFamily: sansFont,
        fontSize: 17,
        lineHeight: '27px',
        color: lightColors.ink,
      }}
    >
      {excerpt}
    </Text>
  </Section>
)

const digestSubjects = [
  '',
  'One reflection',
  'Two reflections',
  'Three reflections',
  'Four reflections',
  'Five reflections',
]

/**
 * The weekly digest as a draft for Mailchimp, which fills in what is between *| and |* when a person sends it: the
 * unsubscribe link and the postal address that the law requires.
 */
export function weeklyDigestEmail({
  items,
  shopUrl,
  contactEmail,
}: {
  items: readonly DigestItem[]
  shopUrl: string
  contactEmail: string
}) {
  const [first] = items
  const subject =
    items.length === 1
      ? (first?.title ?? '')
      : `${digestSubjects[items.length] ?? 'A few reflections'} for your week`
  const preview = first?.excerpt.slice(0, 140) ?? ''
  return {
    subject,
    preview,
    element: (
      <EmailLayout
        preview={preview}
        title={subject}
        action={{ label: 'Read on', href: first?.href ?? shopUrl }}
        shopUrl={shopUrl}
        contactEmail={contactEmail}
        after={
          <EmailText>
            You get this letter because you asked for it.{' '}
            <InkLink href="*|UNSUB|*">Leave with one click</InkLink>. *|LIST:ADDRESSLINE|*
          </EmailText>
        }
      >
        {items.map((item) => (
          <DigestEntry key={item.href} {...item} />
        ))}
      </EmailLayout>
    ),
  }
}
