import { Column, Hr, Img, Row, Section, Text } from '@react-email/components'

import { variantWithQuantity } from '@/modules/checkout/rules/cart'
import { lightColors, sansFont } from '@/platform/email/theme'
import { formatMoney } from '@/platform/money'

import type { OrderEmailLine, OrderEmailProps } from './order-email-props'
import {
  giftCardName,
  giftCardTiming,
  giftLines,
  lineTotal,
  orderLines,
  shippingFacts,
  totalRows,
} from './order-text'

const base = {
  margin: 0,
  fontFamily: sansFont,
  fontSize: 17,
  lineHeight: '26px',
  color: lightColors.ink,
}
const small = { ...base, fontSize: 15, lineHeight: '23px', color: lightColors.soft }
const rule = (
  <Hr
    className="line"
    style={{ margin: '18px 0', border: 0, borderTop: `1px solid ${lightColors.line}` }}
  />
)

const Line = ({ line }: { line: OrderEmailLine }) => (
  <Row style={{ marginBottom: 12 }}>
    <Column style={{ width: 76, verticalAlign: 'middle' }}>
      {line.imageUrl ? (
        <Img
          src={line.imageUrl}
          width="60"
          height="75"
          alt=""
          style={{ borderRadius: 3, objectFit: 'cover', backgroundColor: lightColors.ground }}
        />
      ) : null}
    </Column>
    <Column style={{ verticalAlign: 'middle' }}>
      <Text className="ink" style={{ ...base, fontWeight: 600 }}>
        {line.name}
      </Text>
      <Text className="soft" style={small}>
        {variantWithQuantity(line)}
      </Text>
    </Column>
    <Column align="right" style={{ width: 96, verticalAlign: 'middle' }}>
      <Text className="ink" style={base}>
        {lineTotal(line)}
      </Text>
    </Column>
  </Row>
)

const GiftCardLine = ({ card }: { card: NonNullable<OrderEmailProps['giftCards']>[number] }) => (
  <Row style={{ marginBottom: 12 }}>
    <Column style={{ verticalAlign: 'middle' }}>
      <Text className="ink" style={{ ...base, fontWeight: 600 }}>
        {giftCardName(card)}
      </Text>
      <Text className="soft" style={small}>
        {giftCardTiming(card)}
      </Text>
    </Column>
    <Column align="right" style={{ width: 96, verticalAlign: 'middle' }}>
      <Text className="ink" style={base}>
        {formatMoney(card.amountCents)}
      </Text>
    </Column>
  </Row>
)

const TotalRow = ({ name, amount }: { name: string; amount: string }) => {
  const style = name === 'Total' ? { ...base, fontWeight: 600, paddingTop: 6 } : base
  return (
    <Row>
      <Column>
        <Text className="ink" style={style}>
          {name}
        </Text>
      </Column>
      <Column align="right">
        <Text className="ink" style={style}>
          {amount}
        </Text>
      </Column>
    </Row>
  )
}

/** Line items, totals, the shipping address, and what was chosen for a gift. */
export function OrderTable({
  items,
  difference,
  totals,
  shippingAddress,
  gift,
  giftCards = [],
}: Pick<
  OrderEmailProps,
  'items' | 'difference' | 'totals' | 'shippingAddress' | 'gift' | 'giftCards'
>) {
  const { isShipped, address } = shippingFacts({ items, difference, totals, shippingAddress })
  const lines = orderLines({ items, difference, totals })
  return (
    <Section>
      {rule}
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
      {giftCards.map((card, index) => (
        <GiftCardLine key={index} card={card} />
      ))}
      {lines.length + giftCards.length > 0 ? rule : null}
      {totalRows(totals, isShipped).map(([name, amount]) => (
        <TotalRow key={name} name={name} amount={amount} />
      ))}
      {address.length > 0 ? (
        <>
          {rule}
          <Text className="soft" style={small}>
            Shipping to
          </Text>
          {address.map((line, index) => (
            <Text key={index} className="ink" style={base}>
              {line}
            </Text>
          ))}
        </>
      ) : null}
      {giftLines(gift).map((line) => (
        <Text key={line} className="soft" style={{ ...small, whiteSpace: 'pre-line' }}>
          {line}
        </Text>
      ))}
    </Section>
  )
}
