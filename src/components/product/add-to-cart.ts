import { type AddToCartResult, cartStore } from '@/components/cart/cart-store'
import { cartLimits, noColor, noSize } from '@/modules/checkout/rules/cart'
import { showToast } from '@/ui/toast'

type Choice = { size: string; color: string }
type Wanted = {
  id: number
  name: string
  image: string
  priceCents: number
  quantity: number
} & Choice

/** What is still to be chosen, size first (storefront specification 5). */
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
export const missingOptionMessages = {
  size: 'Please select a size',
  color: 'Please select a color',
} as const
/** What stays beside the choice after the toast has gone. */
export const missingOptionHints = {
  size: 'Choose a size to go on.',
  color: 'Choose a color to go on.',
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

/** 'Pine, size M'; empty for a product that comes in one kind. */
export function formatVariant({ size, color }: Choice): string {
  return [color === noColor ? '' : color, size === noSize ? '' : `size ${size}`]
    .filter(Boolean)
    .join(', ')
}

const says = (outcome: AddToCartResult, wanted: Wanted): Parameters<typeof showToast>[0] => {
  const kind = formatVariant(wanted)
  const action = { href: '/cart', label: 'See your cart' }
  if (outcome === 'full')
    return {
      title: 'Your cart is full',
      text: 'One order holds up to 100 pieces. Please place this one first.',
      kind: 'error',
      action,
    }
  if (outcome === 'most')
    return {
      title: `You have ${cartLimits.quantityPerLine} of these now`,
      text: 'That is the most of one kind in one order.',
      action,
    }
  return {
    title: 'Added to cart',
    text: kind ? `${wanted.name}, ${kind}.` : `${wanted.name}.`,
    action,
  }
}

/** Adds a product to the cart and shows a toast. Without sizes or colors it is 'One Size' and 'Default'. */
export function addToCart(wanted: Wanted): void {
  const line = {
    productId: wanted.id,
    name: wanted.name,
    price: wanted.priceCents / 100,
    image: wanted.image,
    quantity: wanted.quantity,
    size: wanted.size || noSize,
    color: wanted.color || noColor,
  }
  showToast(says(cartStore.add(line), { ...wanted, size: line.size, color: line.color }))
}
