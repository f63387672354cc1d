import { Section } from '@react-email/components'
import type { ReactElement } from 'react'

import { itemName, variantName } from '@/modules/checkout/rules/cart'
import { ItemRow } from '@/platform/email/item-row'
import { composeEmail, EmailText, InkLink } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import { type Cents, formatMoney } from '@/platform/money'

import { cartLinkDays } from './rules'

/** None of these emails carries text from a form: the form may have been a stranger's. */
export type OneTimeEmailProps = {
  /** The page that deletes what the address asked for. */
  stopUrl: string
  shopUrl: string
  contactEmail: string
  /** Of the shop, in one line; empty if none was entered. */
  postalAddress: string
}

export type EmailItem = {
  name: string
  size: string
  color: string
  quantity: number
  /** Null while it can't be bought. */
  unitCents: Cents | null
  imageUrl: string | null
}

type Template = {
  subject: string
  preview: string
  opening: string
  rows: ReactElement
  /** The rows in the plain text. */
  lines: string[]
  action: { label: string; href: string }
  /** Said below the button, before the link that deletes requests. */
  ending: string
}

const build = (
  { subject, preview, opening, rows, lines, action, ending }: Template,
  { stopUrl, shopUrl, contactEmail, postalAddress }: OneTimeEmailProps,
): EmailContent =>
  composeEmail({
    subject,
    preview,
    paragraphs: [opening],
    action,
    shopUrl,
    contactEmail,
    postalAddress,
    after: (
      <>
        <EmailText>{ending}</EmailText>
        <EmailText>
          Wasn’t you, or don’t want these emails?{' '}
          <InkLink href={stopUrl}>Cancel all requests for this address</InkLink>.
        </EmailText>
      </>
    ),
    children: <Section style={{ marginTop: 20 }}>{rows}</Section>,
    text: [
      subject,
      opening,
      lines.join('\n'),
      `${action.label}:\n${action.href}`,
      ending,
      `Wasn’t you, or don’t want these emails? Cancel all requests for this address:\n${stopUrl}`,
    ],
  })

const priceText = (cents: Cents | null): string =>
  cents === null ? 'Sold out right now' : formatMoney(cents)

/** Sent once, when a variant can be bought again. */
export function backInStockEmail(
  props: OneTimeEmailProps & { item: EmailItem; productUrl: string },
): EmailContent {
  const { item, productUrl } = props
  const variant = variantName(item)
  return build(
    {
      // Seen on a lock screen, so it doesn’t name the design.
      subject: 'An item you asked about is back in stock',
      preview: variant ? `In ${variant}` : 'You asked us to let you know',
      opening: 'You asked us to email you when this was available again. It is.',
      rows: (
        <ItemRow
          imageUrl={item.imageUrl}
          name={item.name}
          detail={variant}
          aside={priceText(item.unitCents)}
        />
      ),
      lines: [`${itemName(item)}, ${priceText(item.unitCents)}`],
      action: { label: 'See it in the shop', href: productUrl },
      ending: 'That’s the one email you asked for. We’ve deleted your request.',
    },
    props,
  )
}

/** Sent once, when someone asks for their cart by email. */
export function cartEmail(
  props: OneTimeEmailProps & { items: readonly EmailItem[]; cartUrl: string },
): EmailContent {
  const { items, cartUrl } = props
  const detailOf = (item: EmailItem): string =>
    [
      variantName(item),
      `Quantity: ${item.quantity}`,
      item.unitCents === null ? 'Sold out right now' : '',
    ]
      .filter(Boolean)
      .join(' · ')
  const totalOf = ({ unitCents, quantity }: EmailItem): string =>
    unitCents === null ? '' : formatMoney(unitCents * quantity)
  return build(
    {
      subject: 'Your cart from Dayfern',
      preview: 'Open it on any device',
      opening: 'Here’s the cart you asked us to email you.',
      rows: (
        <>
          {items.map((item, index) => (
            <ItemRow
              key={index}
              imageUrl={item.imageUrl}
              name={item.name}
              detail={detailOf(item)}
              aside={totalOf(item)}
            />
          ))}
        </>
      ),
      lines: items.map((item) =>
        [`${item.name} · ${detailOf(item)}`, totalOf(item)].filter(Boolean).join(', '),
      ),
      action: { label: 'Open this cart', href: cartUrl },
      ending: `The link works on any device for ${cartLinkDays} days and shows current prices. Items aren’t reserved. We’ve deleted your request.`,
    },
    props,
  )
}

type ReviewItem = { name: string; imageUrl: string | null; reviewUrl: string }

/** Sent once, to a buyer who asked to be reminded to leave a review. */
export function reviewEmail(
  props: OneTimeEmailProps & { orderNumber: string; items: readonly ReviewItem[] },
): EmailContent {
  const { orderNumber, items } = props
  return build(
    {
      subject: items.length === 1 ? 'How’s your new item?' : 'How are your new items?',
      preview: 'The reminder you asked for',
      opening: `You asked us to remind you to review your order ${orderNumber}. If you have a minute, tell others how it fits and feels. Every honest review helps, good or not.`,
      rows: (
        <>
          {items.map(({ name, imageUrl, reviewUrl }) => (
            <ItemRow
              key={reviewUrl}
              imageUrl={imageUrl}
              name={name}
              detail={<InkLink href={reviewUrl}>Review this item</InkLink>}
            />
          ))}
        </>
      ),
      lines: items.map(({ name, reviewUrl }) => `${name}:\n${reviewUrl}`),
      action: {
        label: 'Write a review',
        href:
          items.length === 1 && items[0] ? items[0].reviewUrl : `${props.shopUrl}/account/reviews`,
      },
      ending: 'No time or nothing to say? That’s fine. We won’t ask again about this order.',
    },
    props,
  )
}
