import { desc, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { sizeGuideFor } from '@/modules/catalog/rules/size-guide'
import { getMediaFiles } from '@/modules/media/queries/media-files'
import type { PictureView } from '@/modules/media/queries/pictures'
import { categories, products, reviews, users } from '@/payload-generated-schema'
import type { Product, ProductsSelect } from '@/payload-types'
import { toIsoDate } from '@/platform/calendar-days'
import { relatedId } from '@/platform/database/related-id'
import type { Cents } from '@/platform/money'

import type { CategoryView } from './list-categories'
import { currentPriceCents, priceBeforeSaleCents, runningSaleCents } from './product-columns'

type VariantView = {
  size: string | null
  color: string | null
  priceCents: Cents
  available: boolean
}
export type ProductView = {
  id: number
  name: string
  description: string
  priceCents: Cents
  /** The lowest price of the 30 days before the sale; null without a sale, or if it wasn’t higher. */
  wasCents: Cents | null
  /** When the running sale ends; null without one, or without an end. */
  saleEndsAt: string | null
  category: CategoryView | null
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
  /** Whether it can't be returned unless it is faulty. */
  isFinalSale: boolean
  /** The product's own chart, else the shop's for this kind of garment; empty if neither applies. */
  sizeGuide: { size: string; chest: string; length: string }[]
  /** Real reviews only; null when nobody has written one. */
  rating: { average: number; count: number } | null
  reviews: {
    id: number
    author: string
    rating: number
    title: string
    body: string
    date: string
  }[]
  seoTitle: string
  seoDescription: string
}

/** Only the newest are shown; all of them count. */
const maxReviews = 200

const idsOf = (values: readonly (number | { id: number })[] | null | undefined): number[] =>
  (values ?? []).flatMap((value) => relatedId(value) ?? [])

/** A product's price now, category, and approved reviews, in one statement. */
async function getPriceAndReviews({ db }: Payload, productId: number) {
  const isShown = sql`${reviews.product} = ${productId} and ${reviews.status} = 'approved'
    and not exists (select from ${users} where ${users.id} = ${reviews.customer} and ${users.pausedAt} is not null)`
  const newest = db.drizzle
    .select()
    .from(reviews)
    .where(isShown)
    .orderBy(desc(reviews.createdAt))
    .limit(maxReviews)
  const [row] = await db.drizzle
    .select({
      priceCents: currentPriceCents,
      wasCents: priceBeforeSaleCents,
      saleEndsAt: sql<
        string | null
      >`case when ${runningSaleCents} is not null then ${products.saleEndsAt} end`,
      category: { id: categories.id, name: categories.name, slug: categories.slug },
      reviews: sql<ProductView['reviews']>`coalesce((
        select json_agg(json_build_object('id', id, 'author', author, 'rating', rating, 'title', coalesce(title, ''), 'body', body, 'date', created_at) order by created_at desc)
        from ${newest} newest), '[]')`,
      rating: sql<
        ProductView['rating']
      >`(select json_build_object('average', round(avg(${reviews.rating}), 1)::float, 'count', count(*))
        from ${reviews} where ${isShown} having count(*) > 0)`,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category))
    .where(eq(products.id, productId))
  return row
}

const toVariants = (product: Pick<Product, 'variants'>, priceCents: Cents | null): VariantView[] =>
  (product.variants ?? []).map(({ size, color, priceOverrideCents, available }) => {
    const variantCents = priceOverrideCents ?? priceCents ?? 0
    return {
      size: size ?? null,
      color: color ?? null,
      priceCents: variantCents,
      // As variantPriceCents: nothing is for sale at $0.
      available: (available ?? false) && variantCents > 0,
    }
  })

const pageFields = {
  name: true,
  description: true,
  tags: true,
  isFinalSale: true,
  sizesAvailable: true,
  colorsAvailable: true,
  images: true,
  colorImages: true,
  variants: true,
  designInspiration: true,
  artwork: true,
  careInstructions: true,
  sizeGuide: true,
  seoTitle: true,
  seoDescription: true,
} as const satisfies ProductsSelect

/** Returns an active product with everything on its page, with three statements; null if there is none. */
export async function getProduct(payload: Payload, id: number): Promise<ProductView | null> {
  const {
    docs: [product],
  } = await payload.find({
    collection: 'products',
    where: { id: { equals: id }, isActive: { equals: true } },
    select: pageFields,
    depth: 0,
    limit: 1,
    pagination: false,
  })
  if (!product) return null
  const colorImages = (product.colorImages ?? []).map(({ color, images }) => ({
    color,
    ids: idsOf(images),
  }))
  const artworkId = relatedId(product.artwork)
  const imageIds = idsOf(product.images)
  const [shown, { pictures }] = await Promise.all([
    getPriceAndReviews(payload, id),
    getMediaFiles(payload, [...imageIds, ...colorImages.flatMap(({ ids }) => ids), artworkId]),
  ])
  const viewsOf = (ids: readonly number[]): PictureView[] =>
    ids.flatMap((pictureId) => pictures.get(pictureId) ?? [])
  const priceCents = shown?.priceCents ?? null
  return {
    id: product.id,
    name: product.name,
    description: product.description ?? '',
    priceCents: priceCents ?? 0,
    wasCents: shown?.wasCents ?? null,
    saleEndsAt: toIsoDate(shown?.saleEndsAt ?? null),
    category: shown?.category ?? null,
    tags: product.tags ?? [],
    sizes: product.sizesAvailable ?? [],
    colors: product.colorsAvailable ?? [],
    pictures: viewsOf(imageIds),
    byColor: Object.fromEntries(colorImages.map(({ color, ids }) => [color, viewsOf(ids)])),
    artwork: artworkId ? (pictures.get(artworkId) ?? null) : null,
    variants: toVariants(product, priceCents),
    designInspiration: product.designInspiration ?? '',
    careInstructions: product.careInstructions ?? '',
    isFinalSale: product.isFinalSale ?? false,
    sizeGuide: product.sizeGuide?.length
      ? product.sizeGuide.map(({ size, chest, length }) => ({ size, chest, length }))
      : sizeGuideFor({ name: product.name, sizes: product.sizesAvailable ?? [] }),
    rating: shown?.rating ?? null,
    reviews: shown?.reviews ?? [],
    seoTitle: product.seoTitle ?? product.name,
    seoDescription: product.seoDescription ?? product.description ?? '',
  }
}
