import { Column, Img, Row, Text } from '@react-email/components'
import type { ReactNode } from 'react'

import { lightColors, sansFont } from './theme'

export const itemText = {
  margin: 0,
  fontFamily: sansFont,
  fontSize: 17,
  lineHeight: '26px',
  color: lightColors.ink,
}
export const smallItemText = {
  ...itemText,
  fontSize: 15,
  lineHeight: '23px',
  color: lightColors.soft,
}

type Props = {
  /** Without one there is no column for an image; null leaves it empty. */
  imageUrl?: string | null
  name: string
  detail: ReactNode
  aside?: string
}

/** An item of an order or a cart: its image, its name over a detail, and a price. */
export function ItemRow({ imageUrl, name, detail, aside }: Props) {
  return (
    <Row style={{ marginBottom: 12 }}>
      {imageUrl === undefined ? null : (
        <Column style={{ width: 76, verticalAlign: 'middle' }}>
          {imageUrl ? (
            <Img
              src={imageUrl}
              width="60"
              height="75"
              alt=""
              style={{ borderRadius: 3, objectFit: 'cover', backgroundColor: lightColors.ground }}
            />
          ) : null}
        </Column>
      )}
      <Column style={{ verticalAlign: 'middle' }}>
        <Text className="ink" style={{ ...itemText, fontWeight: 600 }}>
          {name}
        </Text>
        <Text className="soft" style={smallItemText}>
          {detail}
        </Text>
      </Column>
      {aside ? (
        <Column align="right" style={{ width: 96, verticalAlign: 'middle' }}>
          <Text className="ink" style={itemText}>
            {aside}
          </Text>
        </Column>
      ) : null}
    </Row>
  )
}
