import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import type { z } from 'zod'

import { getStoredProducts, type StoredProduct } from '@/modules/catalog/queries/admin-products'
import { isSaleValid } from '@/modules/catalog/rules/product'
import {
  createProductBody,
  type ImportResponse,
  type ProductInput,
  updateProductBody,
} from '@/modules/catalog/schemas/admin-products'
import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { parseCsv } from '@/platform/csv'
import { AppError } from '@/platform/errors'
import { type Cents, normalizeAmount, parseMoney, toDecimal } from '@/platform/money'
import { toSlug } from '@/platform/slug'
import { type Tx, withTransaction } from '@/platform/transaction'

import { saveProductIn } from './save-product'

export const productColumns = [
  'slug',
  'name',
  'description',
  'basePrice',
  'salePrice',
  'category',
  'tags',
  'sizes',
  'colors',
  'active',
  'featured',
  'designInspiration',
  'careInstructions',
  'canvaDesignUrl',
  'seoTitle',
  'seoDescription',
] as const
export const variantColumns = [
  'sku',
  'product',
  'color',
  'size',
  'price',
  'cost',
  'available',
] as const
type Cells = Record<string, string>
type Line = { line: number; cells: Cells }
type Planned = ImportResponse['rows'][number]
type Write = (tx: Tx, req: Parameters<typeof saveProductIn>[1]) => Promise<void>
type Plan = { row: Planned; write?: Write }

const mostRows = 500
const amount = /^\d{1,5}(?:\.\d{1,2})?$/
const yes = new Set(['yes', 'true', '1'])
const no = new Set(['no', 'false', '0'])
const amountColumns: ReadonlySet<string> = new Set(['basePrice', 'salePrice', 'price', 'cost'])
const trimmed = (cell: string): string => cell.trim()

/** A column's name without case, blanks and hyphens. */
const nameOf = (column: string): string => column.toLowerCase().replace(/[\s_-]+/g, '')
const badFile = (message: string): AppError =>
  new AppError('invalid', message, { fields: { csv: message } })

/** The lines by the names in the first one. A file with a column `sku` is about variants, any other about products. */
const readFile = (csv: string): { isVariants: boolean; lines: Line[] } => {
  if (/\0/.test(csv)) throw badFile('This is not a text file.')
  let rows: ReturnType<typeof parseCsv>
  try {
    rows = parseCsv(csv)
  } catch (cause) {
    throw badFile(cause instanceof RangeError ? cause.message : 'The file could not be read.')
  }
  const [head, ...body] = rows
  if (!head || body.length === 0) throw badFile('The file has no lines besides the first one.')
  if (body.length > mostRows)
    throw badFile(`The file has ${body.length} lines; at most ${mostRows} at a time.`)
  const isVariants = head.cells.some((name) => nameOf(name) === 'sku')
  const known: readonly string[] = isVariants ? variantColumns : productColumns
  // A spreadsheet may have made 'Base Price' of it.
  const names = head.cells.map(
    (name) => known.find((column) => nameOf(column) === nameOf(name)) ?? name.trim(),
  )
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw badFile(
      `The column “${unknown.slice(0, 40)}” is not known. Known are: ${known.join(', ')}.`,
    )
  if (new Set(names).size < names.length) throw badFile('A column is there twice.')
  if (!isVariants && !names.includes('name') && !names.includes('slug'))
    throw badFile('The file needs a column slug or name.')
  return {
    isVariants,
    lines: body.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        names.map((name, index) => [
          name,
          (amountColumns.has(name) ? normalizeAmount : trimmed)(cells[index] ?? ''),
        ]),
      ),
    })),
  }
}

const money = (cents: Cents | null): string => (cents === null ? '' : toDecimal(cents))
const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

/** A product as a line of the file: what the export writes, and what a change is compared with. */
export function toProductCsvRow(
  product: Omit<StoredProduct, 'variants' | 'artwork' | 'sizeGuide'>,
  categorySlug: string,
): Record<(typeof productColumns)[number], string> {
  return {
    slug: product.slug ?? '',
    name: product.name,
    description: product.description,
    basePrice: money(product.basePriceCents),
    salePrice: money(product.salePriceCents),
    category: categorySlug,
    tags: product.tags.join(', '),
    sizes: product.sizesAvailable.join(', '),
    colors: product.colorsAvailable.join(', '),
    active: yesNo(product.isActive),
    featured: yesNo(product.isFeatured),
    designInspiration: product.designInspiration ?? '',
    careInstructions: product.careInstructions ?? '',
    canvaDesignUrl: product.canvaDesignUrl ?? '',
    seoTitle: product.seoTitle ?? '',
    seoDescription: product.seoDescription ?? '',
  }
}

const errorsOf = (error: z.ZodError): Planned['errors'] =>
  error.issues
    .map(({ path, message }) => ({ field: path.join('.') || 'line', message }))
    .slice(0, 5)
const columnOf: Record<string, string> = {
  sizesAvailable: 'sizes',
  colorsAvailable: 'colors',
  isActive: 'active',
  isFeatured: 'featured',
  categoryId: 'category',
}

type Categories = { id: number; name: string; slug: string }[]

/** The cells as the product payload, with the sentences of those that cannot be meant. */
const toInput = (
  cells: Cells,
  categories: Categories,
): { given: Record<string, unknown>; errors: Planned['errors'] } => {
  const errors: Planned['errors'] = []
  const given: Record<string, unknown> = {}
  const refuse = (field: string, message: string): void => {
    errors.push({ field, message })
  }
  for (const [column, cell] of Object.entries(cells)) {
    if (column === 'basePrice' || column === 'salePrice') {
      if (cell && !amount.test(cell))
        refuse(column, `“${cell.slice(0, 20)}” is not an amount like 28.00.`)
      given[column] = cell || null
    } else if (column === 'active' || column === 'featured') {
      const word = cell.toLowerCase()
      if (cell && !yes.has(word) && !no.has(word)) refuse(column, 'Please write yes or no.')
      else if (cell) given[column === 'active' ? 'isActive' : 'isFeatured'] = yes.has(word)
    } else if (column === 'category') {
      const hit = categories.find(
        ({ slug, name }) =>
          slug === cell.toLowerCase() || name.toLowerCase() === cell.toLowerCase(),
      )
      if (cell && !hit) refuse(column, `There is no category “${cell.slice(0, 40)}”.`)
      given.categoryId = hit?.id ?? null
    } else if (column === 'sizes' || column === 'colors') given[`${column}Available`] = cell
    else if (column === 'tags') given.tags = cell
    else if (column !== 'slug') given[column] = cell
  }
  return { given, errors }
}

const planProducts = async (
  tx: Tx,
  user: User,
  payload: Payload,
  lines: Line[],
): Promise<Plan[]> => {
  const slugOf = ({ cells }: Line): string =>
    cells.slug ||
    toSlug(cells.name ?? '')
      .slice(0, 150)
      .replace(/-$/, '')
  const slugs = lines.map(slugOf)
  const [{ rows: stored }, { rows: kinds }] = await Promise.all([
    tx.execute(
      sql`select id from products where slug in (select json_array_elements_text(${JSON.stringify(slugs)}::json))`,
    ),
    tx.execute(sql`select id, name, slug from categories`),
  ])
  const categories = kinds as unknown as Categories
  const known = new Map(
    (
      await getStoredProducts(
        tx,
        (stored as unknown as { id: number }[]).map(({ id }) => id),
      )
    ).map((product) => [product.slug, product]),
  )
  return lines.map((line, index): Plan => {
    const slug = slugs[index] ?? ''
    const product = known.get(slug) ?? null
    const row: Planned = {
      line: line.line,
      name: line.cells.name || product?.name || slug,
      action: 'refused',
      changes: [],
      errors: [],
    }
    const { given, errors } = toInput(line.cells, categories)
    row.errors.push(...errors)
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 160)
      row.errors.push({
        field: 'slug',
        message: 'A slug has small letters, digits and single hyphens.',
      })
    if (slugs.indexOf(slug) < index)
      row.errors.push({
        field: 'slug',
        message: `Line ${lines[slugs.indexOf(slug)]?.line} is about the same product.`,
      })
    if (product?.deletedAt)
      row.errors.push({ field: 'slug', message: 'This product is in the trash.' })
    if (!product && line.cells.name === undefined)
      row.errors.push({
        field: 'slug',
        message: 'There is no product of this name, and a new one needs a column name.',
      })
    const parsed = product
      ? updateProductBody.safeParse(given)
      : createProductBody.safeParse({ ...given, slug })
    if (!parsed.success) {
      const named = new Set(row.errors.map(({ field }) => field))
      row.errors.push(
        ...errorsOf(parsed.error)
          .map(({ field, message }) => ({ field: columnOf[field] ?? field, message }))
          .filter(({ field }) => !named.has(field)),
      )
    }
    if (!parsed.success || row.errors.length > 0) return { row }
    const { version: _, ...input } = parsed.data as ProductInput & { version?: string }
    if (!isSaleValid({ ...product, ...input }))
      return {
        row: {
          ...row,
          errors: [
            { field: 'salePrice', message: 'The sale price must be lower than the base price.' },
          ],
        },
      }
    const slugOfCategory = (id: number | null | undefined): string =>
      categories.find((category) => category.id === id)?.slug ?? ''
    const before: Cells = product
      ? toProductCsvRow(product, slugOfCategory(product.categoryId))
      : {}
    const after: Cells = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...Object.fromEntries(
        (
          [
            'description',
            'designInspiration',
            'careInstructions',
            'canvaDesignUrl',
            'seoTitle',
            'seoDescription',
          ] as const
        ).flatMap((field) => (input[field] === undefined ? [] : [[field, input[field] ?? '']])),
      ),
      ...Object.fromEntries(
        (['basePrice', 'salePrice'] as const).flatMap((field) => {
          const cents = input[`${field}Cents`]
          return cents === undefined ? [] : [[field, money(cents)]]
        }),
      ),
      ...(input.categoryId === undefined ? {} : { category: slugOfCategory(input.categoryId) }),
      ...(input.tags ? { tags: input.tags.join(', ') } : {}),
      ...(input.sizesAvailable ? { sizes: input.sizesAvailable.join(', ') } : {}),
      ...(input.colorsAvailable ? { colors: input.colorsAvailable.join(', ') } : {}),
      ...(input.isActive === undefined ? {} : { active: yesNo(input.isActive) }),
      ...(input.isFeatured === undefined ? {} : { featured: yesNo(input.isFeatured) }),
    }
    const changes = Object.entries(after)
      .filter(([field, to]) => (before[field] ?? '') !== to)
      .map(([field, to]) => ({ field, from: before[field] ?? '', to }))
    if (product && changes.length === 0) return { row: { ...row, action: 'unchanged' } }
    return {
      row: { ...row, action: product ? 'update' : 'create', changes },
      write: async (inner, req) => {
        await saveProductIn(payload, req, inner, {
          user,
          id: product?.id ?? null,
          input: product ? input : { ...input, slug },
        })
      },
    }
  })
}

type VariantRow = {
  id: string
  productId: number
  sku: string
  name: string
  isTrashed: boolean
  price: Cents | null
  cost: Cents | null
  available: boolean
}

const planVariants = async (
  tx: Tx,
  user: User,
  payload: Payload,
  lines: Line[],
): Promise<Plan[]> => {
  const skus = lines.map(({ cells }) => cells.sku ?? '')
  const { rows } = await tx.execute(sql`
    select v.id, p.id as "productId", v.sku, concat_ws(' ', p.name, v.color, v.size) as name, p.deleted_at is not null as "isTrashed",
      v.price_override_cents::integer as price, v.cost_cents::integer as cost, coalesce(v.available, false) as available
    from products_variants v join products p on p.id = v._parent_id where v.sku in (select json_array_elements_text(${JSON.stringify(skus)}::json))`)
  const stored = rows as unknown as VariantRow[]
  return lines.map(({ line, cells }, index): Plan => {
    const hits = stored.filter(({ sku }) => sku === cells.sku)
    const [variant] = hits
    const row: Planned = {
      line,
      name: variant?.name ?? cells.sku ?? '',
      action: 'refused',
      changes: [],
      errors: [],
    }
    if (!variant)
      row.errors.push({
        field: 'sku',
        message: `There is no variant with the SKU “${(cells.sku ?? '').slice(0, 60)}”.`,
      })
    if (hits.length > 1)
      row.errors.push({ field: 'sku', message: 'More than one variant has this SKU.' })
    if (variant?.isTrashed)
      row.errors.push({ field: 'sku', message: 'Its product is in the trash.' })
    if (skus.indexOf(cells.sku ?? '') < index)
      row.errors.push({
        field: 'sku',
        message: `Line ${lines[skus.indexOf(cells.sku ?? '')]?.line} is about the same variant.`,
      })
    for (const field of ['price', 'cost'])
      if (cells[field] && (!amount.test(cells[field]) || Number(cells[field]) > 10_000))
        row.errors.push({
          field,
          message: `“${cells[field].slice(0, 20)}” is not an amount like 28.00, at most 10,000.00.`,
        })
    const word = (cells.available ?? '').toLowerCase()
    if (word && !yes.has(word) && !no.has(word))
      row.errors.push({ field: 'available', message: 'Please write yes or no.' })
    if (!variant || row.errors.length > 0) return { row }
    const before: Cells = {
      price: money(variant.price),
      cost: money(variant.cost),
      available: yesNo(variant.available),
    }
    const after: Cells = {
      ...Object.fromEntries(
        ['price', 'cost'].flatMap((field) =>
          cells[field] === undefined
            ? []
            : [[field, cells[field] ? money(parseMoney(cells[field])) : '']],
        ),
      ),
      ...(word ? { available: yesNo(yes.has(word)) } : {}),
    }
    const changes = Object.entries(after)
      .filter(([field, to]) => before[field] !== to)
      .map(([field, to]) => ({ field, from: before[field] ?? '', to }))
    if (changes.length === 0) return { row: { ...row, action: 'unchanged' } }
    return {
      row: { ...row, action: 'update', changes },
      write: async (inner, req) => {
        const meant = { ...before, ...after }
        await inner.execute(
          sql`update products set updated_at = now() where id = ${variant.productId}`,
        )
        await inner.execute(sql`
          update products_variants set price_override_cents = ${meant.price ? parseMoney(meant.price) : null}, cost_cents = ${meant.cost ? parseMoney(meant.cost) : null}, available = ${meant.available === 'yes'},
            unavailable_reason = case when available = ${meant.available === 'yes'} then unavailable_reason end where id = ${variant.id}`)
        await audit(inner, user, {
          action: 'product.updated',
          subjectType: 'product',
          subjectId: variant.productId,
          details: { fields: ['variants'] },
        })
        await revalidateTags({ payload, transactionID: req.transactionID }, [
          cacheTags.product(variant.productId),
          cacheTags.products,
        ])
      },
    }
  })
}

/**
 * Products (known by their slug) or variants (by their SKU) out of a CSV file. With `dryRun` it only says, line by
 * line, what would happen. Otherwise the lines that are right are written in one transaction, those that are not are
 * left out and told. A cell that is empty empties its field; a column that is absent changes nothing. A retry finds
 * everything as it should be and writes nothing.
 * @throws AppError invalid when the file as a whole cannot be used
 */
export function importProductsCsv(
  payload: Payload,
  user: User,
  { csv, dryRun }: { csv: string; dryRun: boolean },
): Promise<ImportResponse> {
  const { isVariants, lines } = readFile(csv)
  return withTransaction(payload, async (req, tx) => {
    // One import at a time: what was planned is still so when it is written.
    if (!dryRun) await tx.execute(sql`select pg_advisory_xact_lock(7204402)`)
    const plans = await (isVariants ? planVariants : planProducts)(tx, user, payload, lines)
    if (!dryRun) {
      for (const { row, write } of plans) {
        try {
          await write?.(tx, req)
        } catch (cause) {
          if (cause instanceof AppError)
            throw new AppError(
              cause.code,
              `Line ${row.line}: ${cause.message} Nothing was imported.`,
              { fields: { csv: `Line ${row.line}: ${cause.message}` }, cause },
            )
          throw cause
        }
      }
      const written = plans.filter(({ write }) => write).length
      if (written > 0)
        await audit(tx, user, {
          action: 'products.imported',
          subjectType: isVariants ? 'variants' : 'products',
          details: { lines: lines.length, written },
        })
    }
    const count = (action: Planned['action']): number =>
      plans.filter(({ row }) => row.action === action).length
    return {
      dryRun,
      created: count('create'),
      updated: count('update'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      rows: plans.map(({ row }) => row),
    }
  })
}
