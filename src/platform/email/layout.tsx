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
import type { ReactNode } from 'react'

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

/** The layout of every email, 600 px wide: picture, name, title, text, one button, and footer. */
export function EmailLayout({
  preview,
  title,
  action,
  shopUrl,
  contactEmail,
  children,
  after,
  closing,
  postalAddress,
}: Props) {
  return (
    <Html lang="en">
      <Head>
        <title>{title}</title>
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
            <Link
              href={shopUrl}
              className="ink"
              style={{
                fontFamily: serifFont,
                fontSize: 30,
                fontWeight: 500,
                lineHeight: '30px',
                letterSpacing: '-.02em',
                color: lightColors.ink,
                textDecoration: 'none',
              }}
            >
              Dayfern
            </Link>
            <Heading
              as="h1"
              className="ink"
              style={{
                margin: '22px 0 14px',
                fontFamily: serifFont,
                fontSize: 30,
                fontWeight: 500,
                lineHeight: '36px',
                letterSpacing: '-.01em',
                color: lightColors.ink,
              }}
            >
              {title}
            </Heading>
            {children}
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
                      href={action.href}
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
                      {action.label}
                    </Link>
                  </td>
                </tr>
              </tbody>
            </table>
            {after}
            <Hr
              className="line"
              style={{
                margin: '24px 0 18px',
                border: 0,
                borderTop: `1px solid ${lightColors.line}`,
              }}
            />
            <Text
              className="soft"
              style={{
                ...text,
                margin: 0,
                fontSize: 15,
                lineHeight: '23px',
                color: lightColors.soft,
              }}
            >
              {closing ?? (
                <>
                  Questions? Reply to this email, or write to{' '}
                  <Link
                    href={`mailto:${contactEmail}`}
                    className="soft"
                    style={{ color: lightColors.soft, textDecoration: 'underline' }}
                  >
                    {contactEmail}
                  </Link>
                  . A person reads it.
                </>
              )}
            </Text>
            {postalAddress ? (
              <Text
                className="soft"
                style={{
                  ...text,
                  margin: '8px 0 0',
                  fontSize: 15,
                  lineHeight: '23px',
                  color: lightColors.soft,
                }}
              >
                Dayfern, {postalAddress}
              </Text>
            ) : null}
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

export function EmailText({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={text}>
      {children}
    </Text>
  )
}

/** The footer of the text part of every email. */
export function footerText(contactEmail: string, postalAddress = ''): string {
  return `Questions? Reply to this email, or write to ${contactEmail}. A person reads it.\n\nDayfern${postalAddress ? `, ${postalAddress}` : ''}`
}
