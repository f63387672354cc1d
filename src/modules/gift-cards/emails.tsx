import { Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'

import { sanitizeName } from '@/platform/email/greeting'
import { itemText } from '@/platform/email/item-row'
import { composeEmail, EmailText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import { lightColors } from '@/platform/email/theme'
import { type Cents, formatMoney } from '@/platform/money'

type CardEmailProps = {
  /** 'ABCD-EFGH-JKMN-PQRS' */
  code: string
  balanceCents: Cents
  recipientName: string
  shopUrl: string
  contactEmail: string
  postalAddress: string
}

const boxStyle = {
  margin: '22px 0',
  padding: '20px 22px',
  borderRadius: 6,
  backgroundColor: lightColors.ground,
}
const CodeBox = ({ code, balanceCents }: Pick<CardEmailProps, 'code' | 'balanceCents'>) => (
  <Section className="ground" style={boxStyle}>
    <Text className="ink" style={{ ...itemText, fontSize: 26, lineHeight: '34px' }}>
      {formatMoney(balanceCents)}
    </Text>
    <Text className="ink" style={{ ...itemText, fontWeight: 600, letterSpacing: '0.06em' }}>
      {code}
    </Text>
  </Section>
)

const Quote = ({ children }: { children: string }) => (
  <Text
    className="ink"
    style={{
      ...itemText,
      whiteSpace: 'pre-line',
      margin: '0 0 18px',
      paddingLeft: 16,
      borderLeft: `3px solid ${lightColors.line}`,
    }}
  >
    {children}
  </Text>
)

const howToUse =
  'Enter the code at checkout. What you don’t spend stays on the card, and it never expires. Anyone who has the code can use it, so treat this email like cash.'

function cardEmail(
  props: CardEmailProps,
  {
    subject,
    opening,
    middle,
    middleText = [],
  }: { subject: string; opening: readonly string[]; middle?: ReactNode; middleText?: string[] },
): EmailContent {
  const { code, balanceCents, shopUrl, contactEmail, postalAddress } = props
  const shop = { label: 'Visit the shop', href: `${shopUrl}/products` }
  const checkUrl = `${shopUrl}/gift-cards/balance`
  const balanceNote = `You can check what’s left on it anytime at ${checkUrl}`
  return composeEmail({
    subject,
    preview: `${formatMoney(balanceCents)} to spend at Dayfern`,
    paragraphs: opening,
    action: shop,
    shopUrl,
    contactEmail,
    postalAddress,
    after: `${balanceNote}.`,
    children: (
      <>
        {middle}
        <CodeBox code={code} balanceCents={balanceCents} />
        <EmailText>{howToUse}</EmailText>
      </>
    ),
    text: [
      ...opening,
      ...middleText,
      `Amount: ${formatMoney(balanceCents)}\nCode: ${code}`,
      howToUse,
      `${shop.label}:\n${shop.href}`,
      `${balanceNote}.`,
    ],
  })
}

const greeting = (recipientName: string): string => {
  const name = sanitizeName(recipientName)
  return name ? `Hello ${name},` : 'Hello,'
}

/** The email with a gift card that someone bought. It doesn’t reveal what the shop sells. */
export function giftCardEmail(
  props: CardEmailProps & { senderName: string; message: string },
): EmailContent {
  const from = sanitizeName(props.senderName)
  const message = props.message.trim()
  return cardEmail(props, {
    subject: from ? `${from} sent you a gift card` : 'Someone sent you a gift card',
    opening: [
      greeting(props.recipientName),
      from
        ? `${from} was thinking of you and got you a Dayfern gift card.`
        : 'Someone was thinking of you and got you a Dayfern gift card.',
    ],
    middle: message ? <Quote>{message}</Quote> : undefined,
    middleText: message ? [`“${message}”`] : [],
  })
}

/** The email with store credit instead of a refund. */
export function storeCreditEmail(
  props: CardEmailProps & { orderNumber: string; orderUrl: string },
): EmailContent {
  return cardEmail(props, {
    subject: `Your store credit for order ${props.orderNumber}`,
    opening: [
      greeting(props.recipientName),
      `Here’s your store credit for order ${props.orderNumber}. It works like a gift card. See the order at ${props.orderUrl}`,
    ],
  })
}
