import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'
import type { z } from 'zod'

import type { adminProductListQuery } from '@/modules/catalog/schemas/admin-products'
import type { Cents } from '@/platform/money'
import type { Tx } from '@/platform/transaction'

import { isUnavailableProduct } from './unavailable-products'

export type StoredPicture = { id: number; baseName: string; widths: number[]; alt: string }
/** A product as a list of the panel shows it. Dates are ISO strings. */
export type AdminProductRow = {
  id: number
  name: string
  slug: string | null
  description: string
  basePriceCents: Cents | null
  salePriceCents: Cents | null
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
export type AdminVariant = {
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
/** What names a product. `unpaidOrders` are among the open ones. */
export type ProductUsage = {
  openOrders: number
  unpaidOrders: number
  scheduledPosts: number
  content: number
}
export type StoredProduct = AdminProductRow & {
  artwork: StoredPicture | null
  careInstructions: string | null
  sizeGuide: { size: string; chest: string; length: string }[]
  variants: AdminVariant[]
}
export type AdminProduct = StoredProduct & {
  /** Who saved it last, where the audit log knows. */
  updatedBy: string | null
  uses: ProductUsage
}
export type AdminProductSearch = z.output<typeof adminProductListQuery>

type Db = Payload['db']['drizzle'] | Tx

const texts = (path: string): SQL =>
  sql`coalesce((select json_agg(t.text order by t."order") from products_texts t where t.parent_id = p.id and t.path = ${path}), '[]')`
const picture = sql`json_build_object('id', m.id, 'baseName', m.base_name, 'widths', m.widths, 'alt', coalesce(m.alt, ''))`
const pictures = (
  path: SQL,
): SQL => sql`coalesce((select json_agg(${picture} order by r."order") from products_rels r join media m on m.id = r.media_id
  where r.parent_id = p.id and r.path = ${path} and m.base_name is not null), '[]')`

const rowJson = sql`
  'id', p.id, 'name', p.name, 'slug', p.slug, 'description', coalesce(p.description, ''),
  'basePriceCents', p.base_price_cents, 'salePriceCents', p.sale_price_cents,
  'categoryId', p.category_id, 'categoryName', (select c.name from categories c where c.id = p.category_id),
  'tags', ${texts('tags')}, 'sizesAvailable', ${texts('sizesAvailable')}, 'colorsAvailable', ${texts('colorsAvailable')}, 'pictures', ${pictures(sql`'images'`)},
  'colorPictures', coalesce((select json_agg(json_build_object('color', c.color, 'pictures', ${pictures(sql`'colorImages.' || (c._order - 1) || '.images'`)}) order by c._order)
    from products_color_images c where c._parent_id = p.id), '[]'),
  'isActive', coalesce(p.is_active, false), 'isFeatured', coalesce(p.is_featured, false),
  'designInspiration', nullif(p.design_inspiration, ''), 'canvaDesignUrl', nullif(p.canva_design_url, ''),
  'seoTitle', nullif(p.seo_title, ''), 'seoDescription', nullif(p.seo_description, ''), 'printfulProductId', p.printful_product_id,
  'variantCount', (select count(*)::integer from products_variants v where v._parent_id = p.id), 'canBeBought', not (${isUnavailableProduct}),
  'createdAt', p.created_at, 'updatedAt', p.updated_at, 'deletedAt', p.deleted_at`

const wholeJson = sql`
  'artwork', (select ${picture} from media m where m.id = p.artwork_id), 'careInstructions', nullif(p.care_instructions, ''),
  'sizeGuide', coalesce((select json_agg(json_build_object('size', g.size, 'chest', g.chest, 'length', g.length) order by g._order) from products_size_guide g where g._parent_id = p.id), '[]'),
  'variants', coalesce((select json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'priceCents', coalesce(v.price_override_cents, p.sale_price_cents, p.base_price_cents),
      'priceOverrideCents', v.price_override_cents, 'costCents', v.cost_cents, 'available', coalesce(v.available, false),
      'unavailableReason', v.unavailable_reason, 'printfulVariantId', v.printful_variant_id) order by v._order)
    from products_variants v where v._parent_id = p.id), '[]')`

const aroundJson = sql`
  'updatedBy', (select coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.username)
    from audit_events a join users u on u.id = a.actor_id where a.subject_type = 'product' and a.subject_id = p.id::text order by a.id desc limit 1),
  'uses', json_build_object(
    'openOrders', (select count(*)::integer from orders o where o.status in ('pending', 'paid', 'processing') and o.id in (select i._parent_id from orders_items i where i.product_id = p.id)),
    'unpaidOrders', (select count(*)::integer from orders o where o.status = 'pending' and o.id in (select i._parent_id from orders_items i where i.product_id = p.id)),
    'scheduledPosts', (select count(*)::integer from social_posts s where s.product_id = p.id and s.status = 'scheduled' and s.deleted_at is null),
    'content', (select count(distinct r.parent_id)::integer from content_rels r where r.products_id = p.id))`

const iso = (date: string): string => new Date(date).toISOString()
const dated = <Row extends AdminProductRow>(row: Row): Row => ({
  ...row,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
  deletedAt: row.deletedAt === null ? null : iso(row.deletedAt),
})

const states = {
  '': sql`deleted_at is null`,
  active: sql`deleted_at is null and is_active`,
  inactive: sql`deleted_at is null and not coalesce(is_active, false)`,
  featured: sql`deleted_at is null and is_featured`,
  trash: sql`deleted_at is not null`,
} satisfies Record<AdminProductSearch['status'], SQL>

const orders = {
  newest: sql`created_at desc, id desc`,
  updated: sql`updated_at desc, id desc`,
  name: sql`name, id`,
  'price-low': sql`effective_price_cents, id`,
  'price-high': sql`effective_price_cents desc, id desc`,
} satisfies Record<AdminProductSearch['sort'], SQL>

/** Every word in the name (index products_find_trgm), or the whole as a SKU or the stable name; each part has its index. */
const found = (search: string): SQL => {
  const typed = search.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
  const inName = typed
    .split(' ')
    .slice(0, 6)
    .map((word) => sql`name ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return typed === ''
    ? sql`true`
    : sql`id in (
    select id from products where ${sql.join(inName, sql` and `)}
    union select v._parent_id from products_variants v where v.sku = ${typed.toUpperCase()} or v.sku = ${typed}
    union select id from products where slug = ${typed.toLowerCase()})`
}

const matching = ({
  search,
  category,
  status,
  show,
}: Pick<AdminProductSearch, 'search' | 'category' | 'status' | 'show'>): SQL =>
  sql.join(
    [
      states[status],
      found(search),
      ...(category === 'none'
        ? [sql`category_id is null`]
        : category
          ? [sql`category_id = (select id from categories where slug = ${category})`]
          : []),
      ...(show === 'unsellable' ? [sql`is_active and ${isUnavailableProduct}`] : []),
    ],
    sql` and `,
  )

export type AdminProductList = {
  products: AdminProductRow[]
  total: number
  page: number
  pages: number
}

/** One page of products: filter, search, sort and paging in SQL, two statements. */
export async function listAdminProducts(
  payload: Payload,
  search: Omit<AdminProductSearch, 'limit'> & { limit: number },
): Promise<AdminProductList> {
  const where = matching(search)
  const [
    { rows },
    {
      rows: [counted],
    },
  ] = await Promise.all([
    payload.db.drizzle.execute(sql`
      with chosen as materialized (
        select id, row_number() over (order by ${orders[search.sort]}) as place from (
          select id, name, created_at, updated_at, effective_price_cents from products p where ${where}
          order by ${orders[search.sort]} limit ${search.limit} offset ${(search.page - 1) * search.limit}) here)
      select json_build_object(${rowJson}) as product from chosen join products p on p.id = chosen.id order by chosen.place`),
    payload.db.drizzle.execute(
      sql`select count(*)::integer as total from products p where ${where}`,
    ),
  ])
  const { total } = counted as { total: number }
  return {
    products: (rows as unknown as { product: AdminProductRow }[]).map(({ product }) =>
      dated(product),
    ),
    total,
    page: search.page,
    pages: Math.max(1, Math.ceil(total / search.limit)),
  }
}

/** PostgreSQL passes at most a hundred arguments to a function: two objects, put together. */
const kept = sql`jsonb_build_object(${rowJson}) || jsonb_build_object(${wholeJson})`

/** Products with all that is kept of them, also from the trash. */
export async function getStoredProducts(db: Db, ids: readonly number[]): Promise<StoredProduct[]> {
  const { rows } = await db.execute(sql`
    select ${kept} as product from products p where p.id in (select value::integer from json_array_elements_text(${JSON.stringify(ids)}::json)) order by p.id`)
  return (rows as unknown as { product: StoredProduct }[]).map(({ product }) => dated(product))
}

export async function getAdminProduct(payload: Payload, id: number): Promise<AdminProduct | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(
    sql`select ${kept} || jsonb_build_object(${aroundJson}) as product from products p where p.id = ${id}`,
  )
  return row ? dated((row as { product: AdminProduct }).product) : null
}
