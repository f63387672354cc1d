'use client'
import { useState } from 'react'

import { formatVariant } from '@/components/product/add-to-cart'
import { cartLimits, type CartLine, noColor } from '@/modules/checkout/rules/cart'
import { centsFromDollars, formatMoney } from '@/platform/money'
import { iconButtonClass } from '@/ui/button'
import { Emblem } from '@/ui/emblem'
import { Icon } from '@/ui/icon'

import { QuantityStepper } from './quantity-stepper'
import type { LineIssue } from './use-cart-validation'

const LineImage = ({ src }: { src: string }) => {
  const [failed, setFailed] = useState(false)
  return src && !failed ? (
    <img
      src={src}
      alt=""
      width={320}
      height={400}
      onError={() => setFailed(true)}
      className="dim aspect-4/5 w-full max-w-[8.5rem] rounded-cut bg-sunken object-cover"
    />
  ) : (
    <span className="grid aspect-4/5 w-full max-w-[8.5rem] place-items-center rounded-cut bg-moss">
      <Emblem name="unfurl" className="size-[64%]" />
    </span>
  )
}

const LinePrice = ({ line, isGone }: { line: CartLine; isGone: boolean }) => {
  const cents = centsFromDollars(line.price)
  const { quantity } = line
  return (
    <p className="nums text-right font-semibold">
      {isGone ? (
        <s className="font-normal text-ink-mute">{formatMoney(cents)}</s>
      ) : (
        formatMoney(cents * quantity)
      )}
      {quantity > 1 && !isGone ? (
        <span className="block text-small font-normal text-ink-mute">
          {formatMoney(cents)} each
        </span>
      ) : null}
    </p>
  )
}

type Props = {
  line: CartLine
  note: LineIssue | undefined
  isFinalSale: boolean
  /** How many more items the order may hold. */
  room: number
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

export function CartLineItem({ line, note, isFinalSale, room, onQuantity, onRemove }: Props) {
  const { productId, name, quantity, color } = line
  const variant = formatVariant(line)
  const accessibleName = [name, variant].filter(Boolean).join(', ')
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-5 border-t max-[18rem]:grid-cols-1 border-line py-6 lg:grid-cols-[8.5rem_minmax(0,1fr)] lg:gap-7">
      <LineImage src={line.image} />
      <div className="grid content-between gap-3.5">
        <div className="flex justify-between gap-4 max-[18rem]:flex-wrap">
          <div>
            <h2 className="font-sans text-[1.125rem]/snug font-semibold">
              <a
                href={`/products/${productId}${color === noColor ? '' : `?color=${encodeURIComponent(color.toLowerCase())}`}`}
                className="hover:underline"
              >
                {name}
              </a>
            </h2>
            <p className="text-small text-ink-soft">{variant}</p>
            {isFinalSale ? (
              <p className="text-small text-ink-soft">
                Final sale: no returns or exchanges unless it’s defective.
              </p>
            ) : null}
            {note ? (
              <p
                className={`mt-1.5 text-small font-[550] ${note.isGone ? 'text-bad' : 'text-ink'}`}
              >
                {note.text}
              </p>
            ) : null}
          </div>
          <LinePrice line={line} isGone={note?.isGone ?? false} />
        </div>
        <div className="flex items-center justify-between max-[18rem]:flex-wrap">
          {note?.isGone ? (
            <span />
          ) : (
            <QuantityStepper
              quantity={quantity}
              most={Math.min(cartLimits.quantityPerLine, quantity + room)}
              name={accessibleName}
              onChange={onQuantity}
            />
          )}
          <button
            type="button"
            className={iconButtonClass()}
            aria-label={`Remove ${accessibleName}`}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </button>
        </div>
      </div>
    </li>
  )
}
