import { Column, Hr, Row, Section, Text } from '@react-email/components'

import type { TotalRow } from '@/modules/checkout/rules/total-rows'
import { ItemRow, itemText, smallItemText } from '@/platform/email/item-row'
import { lightColors } from '@/platform/email/theme'

import {
  emailLines,
  emailTotals,
  giftLines,
  type OrderTableProps,
  shippingLines,
} from './order-text'

const rule = (
  <Hr
    className="line"
    style={{ margin: '18px 0', border: 0, borderTop: `1px solid ${lightColors.line}` }}
  />
)

const TotalLine = ({ row: { name, amount, look } }: { row: TotalRow }) => {
  const style = look === 'total' ? { ...itemText, fontWeight: 600, paddingTop: 6 } : itemText
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
export function OrderTable(props: OrderTableProps) {
  const address = shippingLines(props)
  const lines = emailLines(props)
  const totals = emailTotals(props)
  return (
    <Section>
      {rule}
      {lines.map((line, index) => (
        <ItemRow key={index} {...line} />
      ))}
      {lines.length > 0 && totals.length > 0 ? rule : null}
      {totals.map((row) => (
        <TotalLine key={row.name} row={row} />
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
      {giftLines(props.gift).map((line) => (
        <Text key={line} className="soft" style={{ ...smallItemText, whiteSpace: 'pre-line' }}>
          {line}
        </Text>
      ))}
    </Section>
  )
}
