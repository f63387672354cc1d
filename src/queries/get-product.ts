import type { Payload } from 'payload'
import { defaultSizeGuide, effectivePriceCents } from '../domain/product'
import { type Cents, centsFromDollars } from '../domain/money'
import { getPictures, type PictureView } from './pictures'

export type VariantView = { size: string | null; color: string | null; priceCents: Cents; available: boolean }
export type ProductView = {
  id: number
  name: string
  description: string
  priceCents: Cents
  wasCents: Cents | null
  category: { id: number; name: string; slug: string } | null
  tags: string[]
  sizes: string[]
  colors: string[]
  /** Pictures of the product as a whole; of each color in `byColor`, front first. */
  pictures: PictureView[]
  byColor: Record<string, PictureView[]>
  artwork: PictureView | null
  variants: VariantView[]
  designInspiration: string
  careInstructions: string
  sizeGuide: { size: string; chest: string; length: string }[]
  /** Real reviews only; null when nobody has written one. */
  rating: { average: number; count: number } | null
  reviews: { id: number; author: string; rating: number; title: string; body: string; date: string }[]
  seoTitle: string
  seoDescription: string
}

const idOf = (value: number | { id: number } | null | undefined): number | null =>
  typeof value === 'object' && value !== null ? value.id : value ?? null
const idsOf = (values: readonly (number | { id: number })[] | null | undefined): number[] =>
  (values ?? []).flatMap((value) => idOf(value) ?? [])

/** An active product with all that its page shows, in at most four statements; null when there is none. */
export const getProduct = async (payload: Payload, id: number): Promise<ProductView | null> => {
  const { docs: [product] } = await payload.find({
    collection: 'products', where: { id: { equals: id }, isActive: { equals: true } }, depth: 0, limit: 1, pagination: false,
  })
  if (!product) return null
  const categoryId = idOf(product.category)
  const byColorIds = (product.colorImages ?? []).map(({ color, images }) => ({ color, ids: idsOf(images) }))
  const artworkId = idOf(product.artwork)
  const imageIds = idsOf(product.images)
  const [pictures, category, reviews] = await Promise.all([
    getPictures(payload, [...imageIds, ...byColorIds.flatMap(({ ids }) => ids), ...(artworkId ? [artworkId] : [])]),
    categoryId === null ? null : payload.findByID({ collection: 'categories', id: categoryId, depth: 0, disableErrors: true }),
    payload.find({
      collection: 'reviews', where: { product: { equals: id }, status: { equals: 'approved' } },
      select: { author: true, rating: true, title: true, body: true, createdAt: true },
      sort: '-createdAt', depth: 0, pagination: false, limit: 200,
    }),
  ])
  const shown = (ids: readonly number[]): PictureView[] => ids.flatMap((pictureId) => pictures.get(pictureId) ?? [])
  const priceCents = effectivePriceCents({ basePrice: product.basePrice ?? null, salePrice: product.salePrice ?? null })
  const hasPrice = (product.salePrice ?? product.basePrice) != null
  const count = reviews.docs.length
  return {
    id: product.id,
    name: product.name,
    description: product.description ?? '',
    priceCents,
    wasCents: product.salePrice != null && product.basePrice != null ? centsFromDollars(product.basePrice) : null,
    category: category ? { id: category.id, name: category.name, slug: category.slug } : null,
    tags: product.tags ?? [],
    sizes: product.sizesAvailable ?? [],
    colors: product.colorsAvailable ?? [],
    pictures: shown(imageIds),
    byColor: Object.fromEntries(byColorIds.map(({ color, ids }) => [color, shown(ids)])),
    artwork: artworkId ? pictures.get(artworkId) ?? null : null,
    variants: (product.variants ?? []).map((variant) => ({
      size: variant.size ?? null,
      color: variant.color ?? null,
      priceCents: variant.priceOverride != null ? centsFromDollars(variant.priceOverride) : priceCents,
      available: (variant.available ?? false) && (hasPrice || variant.priceOverride != null),
    })),
    designInspiration: product.designInspiration ?? '',
    careInstructions: product.careInstructions ?? '',
    sizeGuide: product.sizeGuide?.length ? product.sizeGuide.map(({ size, chest, length }) => ({ size, chest, length })) : [...defaultSizeGuide],
    rating: count > 0 ? { average: Math.round(reviews.docs.reduce((sum, { rating }) => sum + rating, 0) / count * 10) / 10, count } : null,
    reviews: reviews.docs.map((review) => ({
      id: review.id, author: review.author, rating: review.rating, title: review.title ?? '', body: review.body, date: review.createdAt,
    })),
    seoTitle: product.seoTitle ?? product.name,
    seoDescription: product.seoDescription ?? product.description ?? '',
  }
}
