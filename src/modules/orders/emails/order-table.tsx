import { Column, Hr, Row, Section, Text } from '@react-email/components'

import { variantWithQuantity } from '@/modules/checkout/rules/cart'
import { ItemRow, itemText, smallItemText } from '@/platform/email/item-row'
import { lightColors } from '@/platform/email/theme'
import { formatMoney } from '@/platform/money'

import {
  giftCardName,
  giftCardTiming,
  giftLines,
  lineTotal,
  orderLines,
  type OrderTableProps,
  shippingFacts,
  totalRows,
} from './order-text'

const rule = (
  <Hr
    className="line"
    style={{ margin: '18px 0', border: 0, borderTop: `1px solid ${lightColors.line}` }}
  />
)

const TotalRow = ({ name, amount }: { name: string; amount: string }) => {
  const style = name === 'Total' ? { ...itemText, fontWeight: 600, paddingTop: 6 } : itemText
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
  paymentState,
  isPaidByHand,
  shippingAddress,
  gift,
  giftCards = [],
}: OrderTableProps) {
  const { isShipped, address } = shippingFacts({ items, difference, totals, shippingAddress })
  const lines = orderLines({ items, difference, totals })
  return (
    <Section>
      {rule}
      {lines.map((line, index) => (
        <ItemRow
          key={index}
          imageUrl={line.imageUrl}
          name={line.name}
          detail={variantWithQuantity(line)}
          aside={lineTotal(line)}
        />
      ))}
      {giftCards.map((card, index) => (
        <ItemRow
          key={index}
          name={giftCardName(card)}
          detail={giftCardTiming(card)}
          aside={formatMoney(card.amountCents)}
        />
      ))}
      {lines.length + giftCards.length > 0 ? rule : null}
      {totalRows(totals, { isShipped, paymentState, isPaidByHand }).map(([name, amount]) => (
        <TotalRow key={name} name={name} amount={amount} />
      ))}
      {address.length > 0 ? (
        <>
          {rule}
          <Text className="soft" style={smallItemText}>
            Shipping to
          </Text>
          {address.map((line, index) => (
            <Text key={index} className="ink" style={itemText}>
              {line}
            </Text>
          ))}
        </>
      ) : null}
      {giftLines(gift).map((line) => (
        <Text key={line} className="soft" style={{ ...smallItemText, whiteSpace: 'pre-line' }}>
          {line}
        </Text>
      ))}
    </Section>
  )
}
