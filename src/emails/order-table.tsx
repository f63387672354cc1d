import { Column, Hr, Img, Row, Section, Text } from '@react-email/components'
import { day, sans } from './look'
import type { OrderMailProps } from './mail-props'
import { addressLines, kindOf, lineTotal, totalRows } from './order-words'

const base = { margin: 0, fontFamily: sans, fontSize: 17, lineHeight: '26px', color: day.ink }
const small = { ...base, fontSize: 15, lineHeight: '23px', color: day.soft }
const rule = <Hr className="line" style={{ margin: '18px 0', border: 0, borderTop: `1px solid ${day.line}` }} />

/** Pieces, totals, and where it goes. */
export const OrderTable = ({ items, totals, shippingAddress }: Pick<OrderMailProps, 'items' | 'totals' | 'shippingAddress'>) => (
  <Section>
    {rule}
    {items.map((line, index) => (
      <Row key={index} style={{ marginBottom: 12 }}>
        <Column style={{ width: 76, verticalAlign: 'middle' }}>
          {line.imageUrl ? <Img src={line.imageUrl} width="60" height="75" alt="" style={{ borderRadius: 3, objectFit: 'cover', backgroundColor: day.ground }} /> : null}
        </Column>
        <Column style={{ verticalAlign: 'middle' }}>
          <Text className="ink" style={{ ...base, fontWeight: 600 }}>{line.name}</Text>
          <Text className="soft" style={small}>{kindOf(line)}</Text>
        </Column>
        <Column align="right" style={{ width: 96, verticalAlign: 'middle' }}><Text className="ink" style={base}>{lineTotal(line)}</Text></Column>
      </Row>
    ))}
    {rule}
    {totalRows(totals).map(([name, amount]) => {
      const weight = name === 'Total' ? { ...base, fontWeight: 600, paddingTop: 6 } : base
      return (
        <Row key={name}>
          <Column><Text className="ink" style={weight}>{name}</Text></Column>
          <Column align="right"><Text className="ink" style={weight}>{amount}</Text></Column>
        </Row>
      )
    })}
    {rule}
    <Text className="soft" style={small}>It goes to</Text>
    {addressLines(shippingAddress).map((line, index) => <Text key={index} className="ink" style={base}>{line}</Text>)}
  </Section>
)
