import { and, desc, eq, inArray, isNotNull, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import type { SaleState } from '@/modules/catalog/rules/product'
import type { adminProductListQuery } from '@/modules/catalog/schemas/admin-products'
import { plainLine } from '@/modules/shop/rules/list-query'
import {
  audit_events,
  categories,
  content,
  content_rels,
  media,
  orders,
  orders_items,
  products,
  products_color_images,
  products_size_guide,
  products_variants,
  social_posts,
  users,
} from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import type { Cents } from '@/platform/money'
import { escapeLike, isOnDays } from '@/platform/paged-list'
import type { Db } from '@/platform/transaction'

import {
  colorImagesPath,
  effectivePriceCents,
  productPictures,
  saleState,
  variantPriceCents,
} from './product-columns'
import { sharedFields } from './product-response'
import { isUnavailableProduct } from './unavailable-products'

export type StoredPicture = {
  id: number
  baseName: string
  widths: number[]
  alt: string
  isTrashed: boolean
}
/** A product in the lists of the admin. Dates are ISO strings. */
export type AdminProductRow = {
  id: number
  name: string
  slug: string | null
  description: string
  basePriceCents: Cents | null
  /** Holds from `saleStartsAt` until `saleEndsAt`. */
  salePriceCents: Cents | null
  saleStartsAt: string | null
  saleEndsAt: string | null
  saleState: SaleState | null
  categoryId: number | null
  categoryName: string | null
  tags: string[]
  sizesAvailable: string[]
  colorsAvailable: string[]
  pictures: StoredPicture[]
  colorPictures: { color: string; pictures: StoredPicture[] }[]
  isActive: boolean
  isFeatured: boolean
  designInspiration: string | null
  canvaDesignUrl: string | null
  seoTitle: string | null
  seoDescription: string | null
  printfulProductId: string | null
  variantCount: number
  canBeBought: boolean
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}
type AdminVariant = {
  size: string | null
  color: string | null
  sku: string | null
  priceCents: Cents | null
  priceOverrideCents: Cents | null
  costCents: Cents | null
  available: boolean
  unavailableReason: string | null
  printfulVariantId: string | null
}
/** What refers to a product. `unpaidOrders` are among the open ones. */
export type ProductUsage = {
  openOrders: number
  unpaidOrders: number
  scheduledPosts: number
  content: number
}
export type StoredProduct = AdminProductRow & {
  artwork: StoredPicture | null
  careInstructions: string | null
  weightOunces: number | null
  isFinalSale: boolean
  sizeGuide: { size: string; chest: string; length: string }[]
  variants: AdminVariant[]
}
export type AdminProduct = StoredProduct & {
  /** Who saved it last, if the audit log has it. */
  updatedBy: string | null
  uses: ProductUsage
}
type AdminProductSearch = z.output<typeof adminProductListQuery>

const picture = sql<StoredPicture>`json_build_object('id', ${media.id}, 'baseName', ${media.baseName},
  'widths', ${media.widths}, 'alt', coalesce(${media.alt}, ''), 'isTrashed', ${media.deletedAt} is not null)`
const isProcessed = isNotNull(media.baseName)

const rowFields = {
  ...sharedFields,
  slug: products.slug,
  saleStartsAt: products.saleStartsAt,
  saleEndsAt: products.saleEndsAt,
  saleState,
  categoryName: sql<
    string | null
  >`(select ${categories.name} from ${categories} where ${categories.id} = ${products.category})`,
  pictures: productPictures(sql`'images'`, picture, isProcessed),
  colorPictures: sql<AdminProductRow['colorPictures']>`coalesce((
    select json_agg(json_build_object('color', color.color, 'pictures', ${productPictures(colorImagesPath, picture, isProcessed)}) order by color._order)
    from ${products_color_images} color where color._parent_id = ${products.id}), '[]')`,
  variantCount: sql<number>`(select count(*)::integer from ${products_variants} where ${products_variants._parentID} = ${products.id})`,
  canBeBought: sql<boolean>`not ${isUnavailableProduct}`,
  updatedAt: products.updatedAt,
  deletedAt: products.deletedAt,
}

const storedFields = {
  ...rowFields,
  artwork: sql<StoredPicture | null>`(select ${picture} from ${media} where ${media.id} = ${products.artwork})`,
  careInstructions: sql<string | null>`nullif(${products.careInstructions}, '')`,
  weightOunces: products.weightOunces,
  isFinalSale: sql<boolean>`coalesce(${products.isFinalSale}, false)`,
  sizeGuide: sql<StoredProduct['sizeGuide']>`coalesce((
    select json_agg(json_build_object('size', ${products_size_guide.size}, 'chest', ${products_size_guide.chest}, 'length', ${products_size_guide.length}) order by ${products_size_guide._order})
    from ${products_size_guide} where ${products_size_guide._parentID} = ${products.id}), '[]')`,
  variants: sql<AdminVariant[]>`coalesce((
    select json_agg(json_build_object('size', ${products_variants.size}, 'color', ${products_variants.color}, 'sku', ${products_variants.sku},
      'priceCents', ${variantPriceCents}, 'priceOverrideCents', ${products_variants.priceOverrideCents}, 'costCents', ${products_variants.costCents},
      'available', coalesce(${products_variants.available}, false), 'unavailableReason', ${products_variants.unavailableReason},
      'printfulVariantId', ${products_variants.printfulVariantId}) order by ${products_variants._order})
    from ${products_variants} where ${products_variants._parentID} = ${products.id}), '[]')`,
}

const ordersWith = (status: SQL) =>
  sql`(select count(*)::integer from ${orders} where ${status} and ${orders.id} in (
    select ${orders_items._parentID} from ${orders_items} where ${orders_items.product} = ${products.id}))`
const adminFields = {
  ...storedFields,
  updatedBy: sql<string | null>`(
    select coalesce(nullif(trim(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')), ''), ${users.username})
    from ${audit_events} join ${users} on ${users.id} = ${audit_events.actorId}
    where ${audit_events.subjectType} = 'product' and ${audit_events.subjectId} = ${products.id}::text order by ${desc(audit_events.id)} limit 1)`,
  uses: sql<ProductUsage>`json_build_object(
    'openOrders', ${ordersWith(sql`${orders.status} in ('pending', 'paid', 'processing')`)},
    'unpaidOrders', ${ordersWith(sql`${orders.status} = 'pending'`)},
    'scheduledPosts', (select count(*)::integer from ${social_posts} where ${social_posts.product} = ${products.id}
      and ${social_posts.status} = 'scheduled' and ${social_posts.deletedAt} is null),
    'content', (select count(*)::integer from (
      select ${content_rels.parent} from ${content_rels} where ${content_rels.productsID} = ${products.id}
      union select ${content.id} from ${content} where products_in(${content.body}) @> array[${products.id}::text]) article))`,
}

type DateColumn = 'saleStartsAt' | 'saleEndsAt' | 'createdAt' | 'updatedAt' | 'deletedAt'
const withIsoDates = <Row extends Pick<AdminProductRow, DateColumn>>(row: Row): Row => ({
  ...row,
  saleStartsAt: toIsoDate(row.saleStartsAt),
  saleEndsAt: toIsoDate(row.saleEndsAt),
  createdAt: toIsoDate(row.createdAt),
  updatedAt: toIsoDate(row.updatedAt),
  deletedAt: toIsoDate(row.deletedAt),
})

const states = {
  '': sql`${products.deletedAt} is null`,
  active: sql`${products.deletedAt} is null and ${products.isActive}`,
  inactive: sql`${products.deletedAt} is null and not coalesce(${products.isActive}, false)`,
  featured: sql`${products.deletedAt} is null and ${products.isFeatured}`,
  trash: sql`${products.deletedAt} is not null`,
} satisfies Record<AdminProductSearch['status'], SQL>

const sortColumns = {
  newest: sql`${products.createdAt} desc, ${products.id} desc`,
  updated: sql`${products.updatedAt} desc, ${products.id} desc`,
  name: sql`${products.name}, ${products.id}`,
  'name-z': sql`${products.name} desc, ${products.id} desc`,
  'price-low': sql`${effectivePriceCents}, ${products.id}`,
  'price-high': sql`${effectivePriceCents} desc, ${products.id} desc`,
} satisfies Record<AdminProductSearch['sort'], SQL>

const maxSearchTerms = 6

/** Every term in the name (index products_find_trgm), or the whole as a SKU or a slug; each part has its index. */
const matchesSearch = (search: string): SQL | undefined => {
  const text = plainLine(search)
  if (text === '') return undefined
  const inName = text
    .split(' ')
    .slice(0, maxSearchTerms)
    .map((term) => sql`${products.name} ilike ${`%${escapeLike(term)}%`}`)
  return sql`${products.id} in (
    select ${products.id} from ${products} where ${sql.join(inName, sql` and `)}
    union select ${products_variants._parentID} from ${products_variants} where ${products_variants.sku} = ${text.toUpperCase()} or ${products_variants.sku} = ${text}
    union select ${products.id} from ${products} where ${products.slug} = ${text.toLowerCase()})`
}

const inCategory = (category: string): SQL | undefined => {
  if (category === 'none') return sql`${products.category} is null`
  return category
    ? sql`${products.category} = (select ${categories.id} from ${categories} where ${categories.slug} = ${category})`
    : undefined
}

type AdminProductList = { products: AdminProductRow[]; total: number; page: number; pages: number }

/** Returns one page of products with two statements. Its days are those on which they were created. */
export async function listAdminProducts(
  { db }: Payload,
  { search, category, status, show, sort, page, limit, ...days }: AdminProductSearch,
): Promise<AdminProductList> {
  const where = and(
    states[status],
    matchesSearch(search),
    inCategory(category),
    show === 'unsellable' ? sql`${products.isActive} and ${isUnavailableProduct}` : undefined,
    isOnDays(products.createdAt, days),
  )
  const ids = db.drizzle
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(sortColumns[sort])
    .limit(limit)
    .offset((page - 1) * limit)
    .as('page')
  const [rows, total] = await Promise.all([
    db.drizzle
      .select(rowFields)
      .from(ids)
      .innerJoin(products, eq(products.id, ids.id))
      .orderBy(sortColumns[sort]),
    db.drizzle.$count(products, where),
  ])
  return {
    products: rows.map(withIsoDates),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
  }
}

const productsById = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .as('chosen')

/** Returns products with all their fields, in the order of their ids, including those in the trash. */
export async function getStoredProducts(db: Db, ids: readonly number[]): Promise<StoredProduct[]> {
  const chosen = productsById(db, ids)
  const rows = await db
    .select(storedFields)
    .from(chosen)
    .innerJoin(products, eq(products.id, chosen.id))
    .orderBy(products.id)
  return rows.map(withIsoDates)
}

/** Returns one product with what refers to it, or null if there is none. */
export async function getAdminProduct({ db }: Payload, id: number): Promise<AdminProduct | null> {
  const chosen = productsById(db.drizzle, [id])
  const [row] = await db.drizzle
    .select(adminFields)
    .from(chosen)
    .innerJoin(products, eq(products.id, chosen.id))
  return row ? withIsoDates(row) : null
}
