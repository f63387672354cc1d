import { cartDrawerStore } from '@/components/cart/cart-drawer-store'
import { type AddToCartResult, cartStore } from '@/components/cart/cart-store'
import { cartLimits, matchesCartLine, noColor, noSize } from '@/modules/checkout/rules/cart'
import { showToast } from '@/ui/toast'

type Choice = { size: string; color: string }
type NewItem = {
  id: number
  name: string
  image: string
  priceCents: number
  quantity: number
} & Choice

/** Returns the option that needs no choice because there is no other; empty if there are several, or none. */
export function onlyOption(options: readonly string[]): string {
  return options.length === 1 ? (options[0] ?? '') : ''
}

/** Returns the option that still has to be chosen, size first (storefront specification 5). */
export function missingOption(
  product: { sizes: readonly string[]; colors: readonly string[] },
  { size, color }: Choice,
): 'size' | 'color' | null {
  return product.sizes.length > 0 && !size
    ? 'size'
    : product.colors.length > 0 && !color
      ? 'color'
      : null
}

/** Recorded texts. */
const missingOptionMessages = {
  size: 'Please select a size',
  color: 'Please select a color',
} as const
/** Shown beside the option after the toast is gone. */
export const missingOptionHints = {
  size: 'Please choose a size.',
  color: 'Please choose a color.',
} as const

export function showMissingOptionToast(missing: 'size' | 'color'): void {
  return showToast({
    title: missingOptionMessages[missing],
    text:
      missing === 'size'
        ? 'Size selection is required for this product.'
        : 'Color selection is required for this product.',
    kind: 'error',
  })
}

/** 'Pine, size M'; empty for a product without options. */
export function formatVariant({ size, color }: Choice): string {
  return [color === noColor ? '' : color, size === noSize ? '' : `size ${size}`]
    .filter(Boolean)
    .join(', ')
}

const resultToast = (outcome: AddToCartResult, item: NewItem): Parameters<typeof showToast>[0] => {
  const variant = formatVariant(item)
  const action = { href: '/cart', label: 'View cart', onClick: cartDrawerStore.open }
  if (outcome === 'full')
    return {
      title: 'Your cart is full',
      text: `Orders are limited to ${cartLimits.units} items. Please check out first.`,
      kind: 'error',
      action,
    }
  if (outcome === 'most')
    return {
      title: `You have ${cartLimits.quantityPerLine} of these in your cart`,
      text: 'That’s the limit per order.',
      action,
    }
  return {
    title: 'Added to cart',
    text: variant ? `${item.name}, ${variant}.` : `${item.name}.`,
    action,
  }
}

/** A second press within this time is part of the same click. */
export const doubleClickMs = 700
let lastAdded = { key: '', at: -Infinity }

/**
 * Adds a product to the cart and shows a toast with an undo. Without sizes or colors it is 'One Size' and 'Default'.
 * A double click adds once.
 * @param ignoresDoubleClick adds even right after the same was added
 * @returns `full` if nothing was added because of a limit
 */
export function addToCart(item: NewItem, ignoresDoubleClick = false): AddToCartResult {
  const line = {
    productId: item.id,
    name: item.name,
    price: item.priceCents / 100,
    image: item.image,
    quantity: item.quantity,
    size: item.size || noSize,
    color: item.color || noColor,
  }
  const key = { productId: line.productId, size: line.size, color: line.color }
  const now = performance.now()
  const isDoubleClick = lastAdded.key === JSON.stringify(key) && now - lastAdded.at < doubleClickMs
  if (isDoubleClick && !ignoresDoubleClick) return 'added'
  lastAdded = { key: JSON.stringify(key), at: now }
  const before = cartStore.get().items.find((existing) => matchesCartLine(existing, key))
  const outcome = cartStore.add(line)
  showToast({
    ...resultToast(outcome, { ...item, ...key }),
    undo: outcome === 'full' ? undefined : () => cartStore.setQuantity(key, before?.quantity ?? 0),
  })
  return outcome
}
