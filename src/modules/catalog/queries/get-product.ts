import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { defaultSizeGuide, effectivePriceCents } from '@/modules/catalog/rules/product'
import { type PictureView, toPictureView } from '@/modules/media/queries/pictures'
import type { Cents } from '@/platform/money'

export type VariantView = {
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

/** The newest; all of them count. */
const reviewsShown = 200

const idOf = (value: number | { id: number } | null | undefined): number | null =>
  typeof value === 'object' && value !== null ? value.id : (value ?? null)
const idsOf = (values: readonly (number | { id: number })[] | null | undefined): number[] =>
  (values ?? []).flatMap((value) => idOf(value) ?? [])

type Around = {
  pictures: (Parameters<typeof toPictureView>[0] & { id: number })[] | null
  category: ProductView['category']
  reviews: ProductView['reviews'] | null
  rating: ProductView['rating']
}

/** What stands around a product on its page: pictures, category and approved reviews, in one statement. */
const getAround = async (
  payload: Payload,
  productId: number,
  categoryId: number | null,
  pictureIds: readonly number[],
): Promise<Around> => {
  const shown = sql`product_id = ${productId} and status = 'approved' and not exists (select from users where users.id = reviews.customer_id and paused_at is not null)`
  const { rows } = await payload.db.drizzle.execute(sql`
    select
      (select json_agg(json_build_object('id', id, 'baseName', base_name, 'widths', widths, 'width', width, 'height', height, 'color', color, 'alt', alt))
         from media where deleted_at is null and id in (select value::integer from json_array_elements_text(${JSON.stringify(pictureIds)}::json))) as pictures,
      (select json_build_object('id', id, 'name', name, 'slug', slug) from categories where id = ${categoryId}) as category,
      (select json_agg(json_build_object('id', id, 'author', author, 'rating', rating, 'title', coalesce(title, ''), 'body', body, 'date', created_at) order by created_at desc)
         from (select * from reviews where ${shown} order by created_at desc limit ${reviewsShown}) newest) as reviews,
      (select json_build_object('average', round(avg(rating), 1)::float, 'count', count(*)) from reviews where ${shown} having count(*) > 0) as rating`)
  return rows[0] as unknown as Around
}

/** An active product with all that its page shows, in two statements; null when there is none. */
export async function getProduct(payload: Payload, id: number): Promise<ProductView | null> {
  const {
    docs: [product],
  } = await payload.find({
    collection: 'products',
    where: { id: { equals: id }, isActive: { equals: true } },
    depth: 0,
    limit: 1,
    pagination: false,
  })
  if (!product) return null
  const byColorIds = (product.colorImages ?? []).map(({ color, images }) => ({
    color,
    ids: idsOf(images),
  }))
  const artworkId = idOf(product.artwork)
  const imageIds = idsOf(product.images)
  const around = await getAround(payload, id, idOf(product.category), [
    ...imageIds,
    ...byColorIds.flatMap(({ ids }) => ids),
    ...(artworkId ? [artworkId] : []),
  ])
  const pictures = new Map(
    (around.pictures ?? []).flatMap((media) => {
      const view = toPictureView(media)
      return view ? [[media.id, view] as const] : []
    }),
  )
  const shown = (ids: readonly number[]): PictureView[] =>
    ids.flatMap((pictureId) => pictures.get(pictureId) ?? [])
  const priceCents = effectivePriceCents(product)
  const hasPrice = (product.salePriceCents ?? product.basePriceCents) != null
  return {
    id: product.id,
    name: product.name,
    description: product.description ?? '',
    priceCents,
    wasCents: product.salePriceCents == null ? null : (product.basePriceCents ?? null),
    category: around.category,
    tags: product.tags ?? [],
    sizes: product.sizesAvailable ?? [],
    colors: product.colorsAvailable ?? [],
    pictures: shown(imageIds),
    byColor: Object.fromEntries(byColorIds.map(({ color, ids }) => [color, shown(ids)])),
    artwork: artworkId ? (pictures.get(artworkId) ?? null) : null,
    variants: (product.variants ?? []).map((variant) => ({
      size: variant.size ?? null,
      color: variant.color ?? null,
      priceCents: variant.priceOverrideCents ?? priceCents,
      available: (variant.available ?? false) && (hasPrice || variant.priceOverrideCents != null),
    })),
    designInspiration: product.designInspiration ?? '',
    careInstructions: product.careInstructions ?? '',
    sizeGuide: product.sizeGuide?.length
      ? product.sizeGuide.map(({ size, chest, length }) => ({ size, chest, length }))
      : [...defaultSizeGuide],
    rating: around.rating,
    reviews: around.reviews ?? [],
    seoTitle: product.seoTitle ?? product.name,
    seoDescription: product.seoDescription ?? product.description ?? '',
  }
}
