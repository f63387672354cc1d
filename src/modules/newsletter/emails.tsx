import { Link, Section, Text } from '@react-email/components'
import type { ReactElement } from 'react'

import { composeEmail, EmailLayout, EmailText, InkLink } from '@/platform/email/layout'
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
): EmailContent =>
  composeEmail({
    subject,
    preview,
    paragraphs,
    action,
    shopUrl,
    contactEmail,
    postalAddress,
    after: <EmailText>{after}</EmailText>,
    text: [subject, ...text],
  })

const unsubscribeText = (leaveUrl: string): string => `Unsubscribe with one click:\n${leaveUrl}`

/** The reply to a request for an address that is already subscribed. */
export function alreadySubscribedEmail(props: Props): EmailContent {
  const opening =
    'Someone subscribed to our newsletter with this address, but you’re already subscribed. You don’t need to do anything.'
  const action = { label: 'Something to read', href: `${props.shopUrl}/blog` }
  return build(
    {
      subject: 'You’re already subscribed',
      preview: 'You don’t need to do anything',
      paragraphs: [opening],
      action,
      after: (
        <>
          Want to unsubscribe? <InkLink href={props.leaveUrl}>Unsubscribe with one click</InkLink>.
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
    'Someone (we hope you) subscribed to our newsletter with this address. You’ll get our latest reflections, at most once a week.'
  const caution = 'If this wasn’t you, you can ignore this email. We won’t send you the newsletter.'
  return build(
    {
      subject: 'Confirm your subscription',
      preview: 'One click to confirm',
      paragraphs: [opening, 'The button works for 7 days.'],
      action: { label: 'Subscribe', href: props.confirmUrl },
      after: (
        <>
          {caution} <InkLink href={props.leaveUrl}>Cancel this request</InkLink>.
        </>
      ),
      text: [
        opening,
        `Subscribe (the link works for 7 days):\n${props.confirmUrl}`,
        caution,
        `Cancel this request:\n${props.leaveUrl}`,
      ],
    },
    props,
  )
}

/** Sent after a subscription was confirmed. */
export function newsletterWelcomeEmail(props: Props): EmailContent {
  const paragraphs = [
    'We’ll send you our latest reflections, at most once a week.',
    'Read them whenever you like. Nothing in them expires.',
  ]
  const action = { label: 'Browse reflections', href: `${props.shopUrl}/reflections` }
  return build(
    {
      subject: 'You’re subscribed',
      preview: 'At most once a week. Unsubscribe anytime.',
      paragraphs,
      action,
      after: (
        <>
          Changed your mind? <InkLink href={props.leaveUrl}>Unsubscribe with one click</InkLink>.
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
  '1 reflection',
  '2 reflections',
  '3 reflections',
  '4 reflections',
  '5 reflections',
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
        action={{ label: 'Keep reading', href: first?.href ?? shopUrl }}
        shopUrl={shopUrl}
        contactEmail={contactEmail}
        after={
          <EmailText>
            You’re getting this email because you subscribed.{' '}
            <InkLink href="*|UNSUB|*">Unsubscribe with one click</InkLink>. *|LIST:ADDRESSLINE|*
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
