import { Link, Section, Text } from '@react-email/components'

import { EmailLayout, EmailText } from '@/platform/email/layout'
import { lightColors, sansFont, serifFont } from '@/platform/email/theme'

export type DigestItem = { title: string; excerpt: string; href: string }
export type WeeklyDigestProps = {
  pieces: readonly DigestItem[]
  shopUrl: string
  contactEmail: string
}

const inWords = [
  '',
  'One reflection',
  'Two reflections',
  'Three reflections',
  'Four reflections',
  'Five reflections',
]

/** 'Two reflections for your week' */
function subject({ pieces }: WeeklyDigestProps): string {
  return pieces.length === 1
    ? (pieces[0]?.title ?? '')
    : `${inWords[pieces.length] ?? 'A few reflections'} for your week`
}
function digestPreviewText({ pieces }: WeeklyDigestProps): string {
  return pieces[0]?.excerpt.slice(0, 140) ?? ''
}

const Piece = ({ title, excerpt, href }: DigestItem) => (
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

/**
 * The letter of a week, as a draft for Mailchimp: what stands between *| and |* Mailchimp fills in when a person sends
 * it there (the way out of the list, and the postal address that the law asks for).
 */
function WeeklyDigest(props: WeeklyDigestProps) {
  return (
    <EmailLayout
      preview={digestPreviewText(props)}
      title={subject(props)}
      action={{ label: 'Read on', href: props.pieces[0]?.href ?? props.shopUrl }}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
      after={
        <EmailText>
          You get this letter because you asked for it.{' '}
          <Link
            href="*|UNSUB|*"
            className="ink"
            style={{ color: lightColors.ink, textDecoration: 'underline' }}
          >
            Leave with one click
          </Link>
          . *|LIST:ADDRESSLINE|*
        </EmailText>
      }
    >
      {props.pieces.map((piece) => (
        <Piece key={piece.href} {...piece} />
      ))}
    </EmailLayout>
  )
}

export function weeklyDigestEmail(props: WeeklyDigestProps) {
  return {
    subject: subject(props),
    preview: digestPreviewText(props),
    element: <WeeklyDigest {...props} />,
  }
}
