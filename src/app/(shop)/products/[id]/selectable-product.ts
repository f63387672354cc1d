import type { ProductView } from '@/modules/catalog/queries/get-product'
import { pictureUrl, type PictureView } from '@/modules/media/queries/pictures'
import type { Cents } from '@/platform/money'

/**
 * What the client components of the product page need: no texts, no reviews, and of the variants only the exceptions.
 */
export type SelectableProduct = {
  id: number
  name: string
  priceCents: Cents
  wasCents: Cents | null
  sizes: string[]
  colors: string[]
  hasSizeGuide: boolean
  /** Variants (see variantKey) that are sold out. */
  soldOut: string[]
  /** Variants with a price of their own. */
  prices: Record<string, Cents>
  /** The pictures of each color, front first; under '' those of a product without colors. */
  views: Record<string, PictureView[]>
}

export function variantKey(color: string, size: string): string {
  return `${color}/${size}`
}

const viewsOf = (product: ProductView): SelectableProduct['views'] => {
  const withArtwork = (pictures: PictureView[]): PictureView[] =>
    product.artwork &&
    pictures.length > 0 &&
    !pictures.some(({ base }) => base === product.artwork?.base)
      ? [...pictures, product.artwork]
      : pictures
  return Object.fromEntries<PictureView[]>([
    ...(product.colors.length === 0 ||
    product.colors.some((color) => !product.byColor[color]?.length)
      ? [['', withArtwork(product.pictures)] as const]
      : []),
    ...product.colors.flatMap((color) =>
      product.byColor[color]?.length ? [[color, withArtwork(product.byColor[color])] as const] : [],
    ),
  ])
}

export function toSelectableProduct(product: ProductView): SelectableProduct {
  return {
    id: product.id,
    name: product.name,
    priceCents: product.priceCents,
    wasCents: product.wasCents,
    sizes: product.sizes,
    colors: product.colors,
    hasSizeGuide: product.sizeGuide.length > 0,
    soldOut: product.variants
      .filter(({ available }) => !available)
      .map(({ color, size }) => variantKey(color ?? '', size ?? '')),
    prices: Object.fromEntries(
      product.variants
        .filter(({ priceCents }) => priceCents !== product.priceCents)
        .map(({ color, size, priceCents }) => [variantKey(color ?? '', size ?? ''), priceCents]),
    ),
    views: viewsOf(product),
  }
}

/** The pictures of a color; before one is chosen, those of the first. */
export function picturesForColor(
  { views, colors }: SelectableProduct,
  color: string,
): PictureView[] {
  return views[color || (colors[0] ?? '')] ?? views[''] ?? Object.values(views)[0] ?? []
}

export function cartImageUrl(product: SelectableProduct, color: string): string {
  const front = picturesForColor(product, color)[0]
  return front ? pictureUrl(front, 320) : ''
}
