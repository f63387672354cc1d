import { type Cents, centsFromDollars } from '@/platform/money'

/** One line of the browser's cart (storefront specification 3). `price` is in dollars, as recorded; it is shown, never charged. */
export type CartLine = {
  productId: number
  name: string
  price: number
  image: string
  quantity: number
  size: string
  color: string
}
export type Cart = { items: CartLine[]; total: number }
/** Which lines an action means. Without size and color: every line of the product, as the specification has it. */
export type CartLineKey = { productId: number; size?: string; color?: string }

export const noSize = 'One Size'
export const noColor = 'Default'

type Variant = { size: string; color: string }
type LineInput = Pick<CartLine, 'productId' | 'size' | 'color' | 'quantity'>

/** Returns what the API takes of cart lines: it looks up names and prices itself. */
export function toLineInputs(lines: readonly LineInput[]) {
  return lines.map(({ productId, size, color, quantity }) => ({ productId, size, color, quantity }))
}

/** 'Pine, M'; empty for a product without options. */
export function variantName({ size, color }: Variant, separator = ', '): string {
  return [color === noColor ? '' : color, size === noSize ? '' : size]
    .filter(Boolean)
    .join(separator)
}

/** 'Pine · M · Qty 2' */
export function variantWithQuantity({
  quantity,
  ...variant
}: Variant & { quantity: number }): string {
  return [variantName(variant, ' · '), `Qty ${quantity}`].filter(Boolean).join(' · ')
}

/** 'Fern Tee (Pine, M)', or only its name for a product without options. */
export function itemName(item: Variant & { name: string }): string {
  const variant = variantName(item)
  return variant ? `${item.name} (${variant})` : item.name
}

/** What one order may hold; the server refuses more. */
export const cartLimits = {
  quantityPerLine: 10,
  lines: 50,
  units: 100,
  totalCents: 500_000,
} as const

export const emptyCart: Cart = { items: [], total: 0 }

export function matchesCartLine(line: CartLine, key: CartLineKey): boolean {
  return (
    line.productId === key.productId &&
    (key.size === undefined || line.size === key.size) &&
    (key.color === undefined || line.color === key.color)
  )
}

export function cartSubtotalCents(items: readonly CartLine[]): Cents {
  return items.reduce((sum, line) => sum + centsFromDollars(line.price) * line.quantity, 0)
}

export function cartCount(items: readonly CartLine[]): number {
  return items.reduce((sum, line) => sum + line.quantity, 0)
}

const atMostTen = (quantity: number): number => Math.min(cartLimits.quantityPerLine, quantity)

const withTotal = (items: CartLine[]): Cart => ({ items, total: cartSubtotalCents(items) / 100 })

/** Same product, size and color: the quantities add up (to at most ten). Otherwise a new line at the end. */
export function addCartLine(cart: Cart, line: CartLine): Cart {
  const at = cart.items.findIndex((existing) => matchesCartLine(existing, line))
  if (at === -1) return withTotal([...cart.items, { ...line, quantity: atMostTen(line.quantity) }])
  return withTotal(
    cart.items.map((existing, index) =>
      index === at
        ? { ...existing, quantity: atMostTen(existing.quantity + line.quantity) }
        : existing,
    ),
  )
}

export function removeCartLine(cart: Cart, key: CartLineKey): Cart {
  return withTotal(cart.items.filter((line) => !matchesCartLine(line, key)))
}

/** Puts removed lines back where they were; a line that was added again meanwhile gets their quantity on top. */
export function restoreCartLines(
  cart: Cart,
  removed: readonly { line: CartLine; at: number }[],
): Cart {
  return removed.reduce(
    (restored, { line, at }) =>
      restored.items.some((existing) => matchesCartLine(existing, line))
        ? addCartLine(restored, line)
        : withTotal(restored.items.toSpliced(at, 0, line)),
    cart,
  )
}

/** How many more items an order may hold besides this cart. */
export function remainingCartUnits(items: readonly CartLine[]): number {
  return Math.max(0, cartLimits.units - cartCount(items))
}

/**
 * 0 or less removes the line; text that isn't a number (still being typed) changes nothing. Limited to what one order
 * can hold.
 */
export function setCartLineQuantity(cart: Cart, key: CartLineKey, quantity: number): Cart {
  if (Number.isNaN(quantity)) return cart
  const whole = Math.floor(quantity)
  if (whole <= 0) return removeCartLine(cart, key)
  let room = remainingCartUnits(cart.items)
  return withTotal(
    cart.items.map((line) => {
      if (!matchesCartLine(line, key)) return line
      const quantity = Math.min(atMostTen(whole), line.quantity + Math.max(0, room))
      room += line.quantity - quantity
      return { ...line, quantity }
    }),
  )
}

const isLine = (value: unknown): value is CartLine => {
  if (typeof value !== 'object' || value === null) return false
  const line = value as Record<string, unknown>
  return (
    Number.isSafeInteger(line.productId) &&
    (line.productId as number) > 0 &&
    typeof line.name === 'string' &&
    line.name.length <= 300 &&
    typeof line.price === 'number' &&
    Number.isFinite(line.price) &&
    line.price >= 0 &&
    line.price <= 100_000 &&
    typeof line.image === 'string' &&
    line.image.length <= 2000 &&
    Number.isSafeInteger(line.quantity) &&
    (line.quantity as number) >= 1 &&
    (line.quantity as number) <= cartLimits.quantityPerLine &&
    typeof line.size === 'string' &&
    line.size.length <= 60 &&
    typeof line.color === 'string' &&
    line.color.length <= 60
  )
}

/**
 * What the browser stored, made safe: lines that are not lines are dropped, two lines of one kind become one.
 * @throws SyntaxError when the text is not JSON at all; the caller logs it and starts empty.
 */
export function parseCart(text: string): Cart {
  const stored: unknown = JSON.parse(text)
  const items =
    typeof stored === 'object' && stored !== null && 'items' in stored ? stored.items : stored
  if (!Array.isArray(items)) return emptyCart
  return items
    .filter(isLine)
    .slice(0, cartLimits.lines)
    .reduce(
      (cart, line) =>
        addCartLine(cart, {
          productId: line.productId,
          name: line.name,
          price: line.price,
          image: line.image,
          quantity: line.quantity,
          size: line.size,
          color: line.color,
        }),
      emptyCart,
    )
}
