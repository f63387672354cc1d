import { createHash } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { AuditContext } from '@/hooks/record-audit'
import { getStoredProducts, type StoredProduct } from '@/modules/catalog/queries/admin-products'
import { isSaleValid, variantKeys } from '@/modules/catalog/rules/product'
import type { ProductInput } from '@/modules/catalog/schemas/admin-products'
import type { Product, User } from '@/payload-types'
import { AppError, type FieldErrors, notFound } from '@/platform/errors'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

type Named = number | string
type StoredVariant = NonNullable<Product['variants']>[number]

const refused = (fields: FieldErrors): AppError =>
  new AppError('invalid', Object.values(fields)[0] ?? 'Some of what was sent cannot be used.', {
    fields,
  })

/** The name under which the files of a picture lie, out of its address: '/uploads/fern-tee-1a2b-1280.webp'. */
const baseNameOf = (address: string): string =>
  /\/uploads\/([a-z0-9-]+)-\d+\.(?:webp|avif)$/.exec(address)?.[1] ?? ''

/** Ids of pictures that are in the library; addresses of ours become their ids. */
const findPictures = async (tx: Tx, named: readonly Named[]): Promise<Map<Named, number>> => {
  if (named.length === 0) return new Map()
  const ids = named.filter((one) => typeof one === 'number')
  const bases = named.flatMap((one) => (typeof one === 'string' ? baseNameOf(one) || [] : []))
  const { rows } = await tx.execute(sql`
    select id, base_name as "baseName" from media where deleted_at is null and jsonb_typeof(widths) = 'array' and (
      id in (select value::integer from json_array_elements_text(${JSON.stringify(ids)}::json)) or base_name in (select json_array_elements_text(${JSON.stringify(bases)}::json)))`)
  const found = rows as unknown as { id: number; baseName: string }[]
  return new Map(
    named.flatMap((one) => {
      const hit = found.find(({ id, baseName }) =>
        typeof one === 'number' ? id === one : baseName === baseNameOf(one),
      )
      return hit ? [[one, hit.id] as const] : []
    }),
  )
}

const refuseUnknownRows = async (
  tx: Tx,
  input: ProductInput,
  known: StoredProduct | null,
): Promise<void> => {
  if (input.categoryId != null) {
    const { rows } = await tx.execute(sql`select 1 from categories where id = ${input.categoryId}`)
    if (rows.length === 0) throw refused({ categoryId: 'This category does not exist.' })
  }
  if (input.slug != null) {
    const { rows } = await tx.execute(
      sql`select 1 from products where slug = ${input.slug} and id <> ${known?.id ?? 0}`,
    )
    if (rows.length > 0) throw refused({ slug: 'Another product has this name already.' })
  }
  const skus = (input.variants ?? []).flatMap(({ sku }, index) => (sku ? [{ sku, index }] : []))
  const twice = skus.find(({ sku }, index) => skus.findIndex((other) => other.sku === sku) < index)
  if (twice)
    throw refused({ [`variants.${twice.index}.sku`]: 'Another variant has this SKU already.' })
  if (skus.length === 0) return
  const { rows } = await tx.execute(sql`
    select sku from products_variants where _parent_id <> ${known?.id ?? 0} and sku in (select json_array_elements_text(${JSON.stringify(skus.map(({ sku }) => sku))}::json)) limit 1`)
  const taken = skus.find(({ sku }) => sku === (rows[0] as { sku: string } | undefined)?.sku)
  if (taken)
    throw refused({
      [`variants.${taken.index}.sku`]: 'A variant of another product has this SKU already.',
    })
}

const refuseWrongSale = (input: ProductInput, stored: StoredProduct | null): void => {
  if (!isSaleValid({ ...stored, ...input }))
    throw refused({ salePrice: 'The sale price must be lower than the base price.' })
}

/** What is told of variants, laid over what is kept of them: what others wrote there (the printer's ids) stays. */
const toVariants = (
  input: ProductInput,
  stored: readonly StoredVariant[],
  lists: { sizes: readonly string[]; colors: readonly string[] },
): StoredVariant[] | undefined => {
  if (!input.variants) return undefined
  const keys = variantKeys(lists.sizes, lists.colors)
  const same = (
    one: { size?: string | null; color?: string | null },
    other: { size?: string | null; color?: string | null },
  ): boolean =>
    (one.size || null) === (other.size || null) && (one.color || null) === (other.color || null)
  input.variants.forEach((variant, index) => {
    if (!keys.some((key) => same(key, variant)))
      throw refused({ [`variants.${index}`]: 'This size and color is not on the two lists.' })
  })
  return keys.map((key) => {
    const kept = stored.find((variant) => same(variant, key)) ?? { ...key, available: true }
    const told = input.variants?.find((variant) => same(variant, key))
    if (!told) return kept
    return {
      ...kept,
      ...(told.sku === undefined ? {} : { sku: told.sku || null }),
      ...(told.priceOverrideCents === undefined
        ? {}
        : { priceOverrideCents: told.priceOverrideCents }),
      ...(told.costCents === undefined ? {} : { costCents: told.costCents }),
      ...(told.available === undefined || told.available === kept.available
        ? {}
        : { available: told.available, unavailableReason: null }),
    }
  })
}

/** The collection's own words for the payload. Everything that points elsewhere is looked up, so that a refusal names its field. */
const toData = async (
  payload: Payload,
  req: TxRequest,
  tx: Tx,
  input: ProductInput,
  known: StoredProduct | null,
): Promise<Partial<Product>> => {
  await refuseUnknownRows(tx, input, known)
  refuseWrongSale(input, known)
  const { categoryId, images, colorImages, artwork, variants: _, ...plain } = input
  const named = {
    images: images ?? [],
    ...Object.fromEntries(
      Object.entries(colorImages ?? {}).map(([color, list]) => [`colorImages.${color}`, list]),
    ),
    artwork: artwork == null ? [] : [artwork],
  }
  const found = await findPictures(tx, Object.values(named).flat())
  for (const [field, list] of Object.entries(named)) {
    const missing = list.findIndex((one) => !found.has(one))
    if (missing >= 0)
      throw refused({
        [field === 'artwork' ? field : `${field}.${missing}`]:
          'This picture is not in the media library.',
      })
  }
  const idsOf = (list: readonly Named[]): number[] => [
    ...new Set(list.flatMap((one) => found.get(one) ?? [])),
  ]
  const stored =
    known && input.variants
      ? ((await payload.findByID({ collection: 'products', id: known.id, depth: 0, req }))
          .variants ?? [])
      : []
  const variants = toVariants(input, stored, {
    sizes: input.sizesAvailable ?? known?.sizesAvailable ?? [],
    colors: input.colorsAvailable ?? known?.colorsAvailable ?? [],
  })
  return {
    ...plain,
    ...(categoryId === undefined ? {} : { category: categoryId }),
    ...(images ? { images: idsOf(images) } : {}),
    ...(colorImages
      ? {
          colorImages: Object.entries(colorImages).flatMap(([color, list]) =>
            list.length > 0 ? [{ color, images: idsOf(list) }] : [],
          ),
        }
      : {}),
    ...(artwork === undefined
      ? {}
      : { artwork: artwork === null ? null : (found.get(artwork) ?? null) }),
    ...(variants ? { variants } : {}),
  }
}

const fingerprintOf = (input: ProductInput): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 22)

export type ProductSave = {
  user: User
  id: number | null
  input: ProductInput
  expectUnchanged?: (updatedAt: string) => void
}

/**
 * Creates (`id` null) or changes a product in the caller's transaction, and answers its id. The row is locked first,
 * so that `expectUnchanged` compares with what really stands there.
 * @throws AppError not_found, conflict (in the trash), invalid with the field; whatever `expectUnchanged` throws
 */
export async function saveProductIn(
  payload: Payload,
  req: TxRequest,
  tx: Tx,
  { user, id, input, expectUnchanged }: ProductSave,
): Promise<number> {
  if (id !== null) await tx.execute(sql`select 1 from products where id = ${id} for update`)
  const known = id === null ? null : ((await getStoredProducts(tx, [id]))[0] ?? null)
  if (id !== null && !known) throw notFound('This product')
  if (known?.deletedAt)
    throw new AppError('conflict', 'This product is in the trash. Restore it before changing it.')
  if (known) expectUnchanged?.(known.updatedAt)
  const data = await toData(payload, req, tx, input, known)
  const options = {
    collection: 'products' as const,
    data: data as Product,
    req,
    user,
    overrideAccess: false,
    depth: 0,
  }
  const auditDetails = { fingerprint: fingerprintOf(input) }
  return (
    known
      ? await payload.update({ ...options, id: known.id })
      : await payload.create({ ...options, context: { auditDetails } satisfies AuditContext })
  ).id
}

/** What the same person created from the very same words in the last two minutes: a retry after an answer that was lost. */
const findTwin = async (tx: Tx, { user, input }: ProductSave): Promise<number | null> => {
  const fingerprint = fingerprintOf(input)
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`product ${user.id} ${fingerprint}`}, 7))`,
  )
  const {
    rows: [twin],
  } = await tx.execute(sql`
    select p.id from audit_events e join products p on p.id::text = e.subject_id and p.deleted_at is null
    where e.action = 'product.created' and e.actor_id = ${user.id} and e.created_at > now() - interval '2 minutes' and e.details->>'fingerprint' = ${fingerprint} limit 1`)
  return twin ? Number(twin.id) : null
}

/** The same in a transaction of its own. A retry of a change writes the same; a creation that is sent again within two minutes is the first one. */
export function saveProduct(payload: Payload, write: ProductSave): Promise<number> {
  return withTransaction(
    payload,
    async (req, tx) =>
      (write.id === null ? await findTwin(tx, write) : null) ??
      saveProductIn(payload, req, tx, write),
  )
}
