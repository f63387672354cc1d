import {
  Body,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import { Fragment, type ReactNode } from 'react'

import type { EmailContent } from './render'
import { splitLinks } from './text-links'
import { darkModeStyles, lightColors, sansFont, serifFont } from './theme'

type Props = {
  /** Preview text that mailboxes show beside the subject. */
  preview: string
  title: string
  /** The button. */
  action: { label: string; href: string }
  shopUrl: string
  contactEmail: string
  children: ReactNode
  /** Below the button. */
  after?: ReactNode
  /** Replaces the invitation to reply at the end. */
  closing?: string
  /** Of the shop; newsletter emails must have it. */
  postalAddress?: string
}

const text = {
  margin: '0 0 16px',
  fontFamily: sansFont,
  fontSize: 17,
  lineHeight: '27px',
  color: lightColors.ink,
}

const heading = { fontFamily: serifFont, fontSize: 30, fontWeight: 500, color: lightColors.ink }

const footer = { ...text, margin: 0, fontSize: 15, lineHeight: '23px', color: lightColors.soft }

function Brand({ shopUrl }: { shopUrl: string }) {
  return (
    <Link
      href={shopUrl}
      className="ink"
      style={{ ...heading, lineHeight: '30px', letterSpacing: '-.02em', textDecoration: 'none' }}
    >
      Dayfern
    </Link>
  )
}

function ActionButton({ label, href }: Props['action']) {
  return (
    <table
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ margin: '24px 0' }}
    >
      <tbody>
        <tr>
          <td
            className="button"
            style={{ backgroundColor: lightColors.fern, borderRadius: 6, height: 48 }}
          >
            <Link
              href={href}
              style={{
                display: 'block',
                padding: '13px 24px',
                fontFamily: sansFont,
                fontSize: 16,
                fontWeight: 600,
                lineHeight: '22px',
                color: lightColors.onFern,
                textDecoration: 'none',
              }}
            >
              {label}
            </Link>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Footer({
  closing,
  contactEmail,
  postalAddress,
}: Pick<Props, 'closing' | 'contactEmail' | 'postalAddress'>) {
  return (
    <>
      <Hr
        className="line"
        style={{ margin: '24px 0 18px', border: 0, borderTop: `1px solid ${lightColors.line}` }}
      />
      <Text className="soft" style={footer}>
        {closing ?? (
          <>
            Questions? Reply to this email or write to{' '}
            <Link
              href={`mailto:${contactEmail}`}
              className="soft"
              style={{ color: lightColors.soft, textDecoration: 'underline' }}
            >
              {contactEmail}
            </Link>
            . A real person reads every message.
          </>
        )}
      </Text>
      {postalAddress ? (
        <Text className="soft" style={{ ...footer, margin: '8px 0 0' }}>
          Dayfern, {postalAddress}
        </Text>
      ) : null}
    </>
  )
}

/** The layout of every email, 600 px wide: picture, name, title, text, one button, and footer. */
export function EmailLayout({ preview, title, action, shopUrl, children, after, ...rest }: Props) {
  return (
    <Html lang="en">
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style dangerouslySetInnerHTML={{ __html: darkModeStyles }} />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="ground"
        style={{ margin: 0, padding: '24px 12px', backgroundColor: lightColors.ground }}
      >
        <Container
          className="sheet"
          style={{
            width: '100%',
            maxWidth: 600,
            backgroundColor: lightColors.sheet,
            borderRadius: 6,
            overflow: 'hidden',
          }}
        >
          <Section>
            <Img
              src={`${shopUrl}/brand/mail-meadow.jpg`}
              width="600"
              height="188"
              alt=""
              style={{ width: '100%', height: 'auto', display: 'block' }}
            />
          </Section>
          <Section className="pad" style={{ padding: '28px 36px 36px' }}>
            <Brand shopUrl={shopUrl} />
            <Heading
              as="h1"
              className="ink"
              style={{
                ...heading,
                margin: '22px 0 14px',
                lineHeight: '36px',
                letterSpacing: '-.01em',
              }}
            >
              {unbroken(title)}
            </Heading>
            {children}
            <ActionButton {...action} />
            {after}
            <Footer {...rest} />
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

/** Keeps order numbers on one line: some email clients break lines at their hyphen. The characters stay as they are. */
const unbroken = (content: ReactNode): ReactNode =>
  typeof content === 'string'
    ? content.split(/(\bDF-\d+)/).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} style={{ whiteSpace: 'nowrap' }}>
            {part}
          </span>
        ),
      )
    : content

export function EmailText({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={text}>
      {unbroken(children)}
    </Text>
  )
}

/** A paragraph whose web addresses are links. */
export function LinkedText({ children }: { children: string }) {
  return (
    <EmailText>
      {splitLinks(children).map(({ text: part, href }, index) =>
        href ? (
          <InkLink key={index} href={href}>
            {part}
          </InkLink>
        ) : (
          <Fragment key={index}>{unbroken(part)}</Fragment>
        ),
      )}
    </EmailText>
  )
}

/** The footer of the text part. */
function footerText(contactEmail: string, postalAddress = ''): string {
  return `Questions? Reply to this email or write to ${contactEmail}. A real person reads every message.\n\nDayfern${postalAddress ? `, ${postalAddress}` : ''}`
}

export function InkLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="ink"
      style={{ color: lightColors.ink, textDecoration: 'underline' }}
    >
      {children}
    </Link>
  )
}

export type EmailTemplate = Omit<Props, 'title' | 'children'> & {
  subject: string
  /** The subject, unless given. */
  title?: string
  paragraphs?: readonly string[]
  /** Shows each of the paragraphs; as plain text, unless given. */
  Paragraph?: (props: { children: string }) => ReactNode
  /** Below the paragraphs. */
  children?: ReactNode
  /** The paragraphs of the text part. The footer follows, unless `closing` replaces it. */
  text: readonly string[]
}

/** Puts an email together. A text `after` the button becomes a paragraph. */
export function composeEmail({
  subject,
  title = subject,
  paragraphs = [],
  Paragraph = EmailText,
  children,
  text: textParts,
  after,
  ...layout
}: EmailTemplate): EmailContent {
  const { closing, contactEmail, postalAddress } = layout
  const footerParts = closing === undefined ? [footerText(contactEmail, postalAddress)] : []
  return {
    subject,
    text: [...textParts, ...footerParts].join('\n\n'),
    element: (
      <EmailLayout
        {...layout}
        title={title}
        after={typeof after === 'string' ? <EmailText>{after}</EmailText> : after}
      >
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        {children}
      </EmailLayout>
    ),
  }
}
