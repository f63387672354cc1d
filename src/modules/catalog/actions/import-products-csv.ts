import { eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import { getStoredProducts, type StoredProduct } from '@/modules/catalog/queries/admin-products'
import { isSaleEndValid, isSaleValid, saleEndMessage } from '@/modules/catalog/rules/product'
import {
  aboveZeroMessage,
  createProductBody,
  type ImportResponse,
  type ProductInput,
  updateProductBody,
} from '@/modules/catalog/schemas/admin-products'
import { categories, products, products_variants } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { AppError } from '@/platform/errors'
import { type Cents, parseMoney } from '@/platform/money'
import { toSlug } from '@/platform/slug'
import { lockName, type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import {
  type Cells,
  type CsvLine,
  formatAmount,
  readProductCsv,
  toProductCsvRow,
  yesNo,
} from './product-csv'
import { saveProductIn } from './save-product'

type PlannedRow = ImportResponse['rows'][number]
type RowErrors = PlannedRow['errors']
/** What the import does with a line; without `write`, nothing. */
type Plan = { row: PlannedRow; write?: (tx: Tx, req: TxRequest) => Promise<void> }
type Planner = (tx: Tx, req: TxRequest, user: User, lines: CsvLine[]) => Promise<Plan[]>

const isAmount = (text: string): boolean => /^\d{1,5}(?:\.\d{1,2})?$/.test(text)
const yesNoWords = new Map([
  ...['yes', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'false', '0'].map((word) => [word, false] as const),
])
const notYesOrNo = 'Enter yes or no.'

const changesOf = (before: Cells, after: Cells): PlannedRow['changes'] =>
  Object.entries(after)
    .filter(([field, to]) => (before[field] ?? '') !== to)
    .map(([field, to]) => ({ field, from: before[field] ?? '', to }))

const flags = new Map([
  ['active', 'isActive'],
  ['featured', 'isFeatured'],
  ['finalSale', 'isFinalSale'],
])
const columnOfField: Record<string, string> = {
  sizesAvailable: 'sizes',
  colorsAvailable: 'colors',
  ...Object.fromEntries([...flags].map(([column, field]) => [field, column])),
  categoryId: 'category',
}
const schemaErrors = (error: z.ZodError): RowErrors =>
  error.issues
    .map(({ path, message }) => {
      const field = path.join('.') || 'line'
      return { field: columnOfField[field] ?? field, message }
    })
    .slice(0, 5)

type Categories = { id: number; name: string; slug: string }[]

/** Turns the cells into the body of a product, with errors for cells that can't be read. */
function toBody(
  cells: Cells,
  allCategories: Categories,
): { body: Record<string, unknown>; errors: RowErrors } {
  const errors: RowErrors = []
  const body: Record<string, unknown> = {}
  for (const [column, cell] of Object.entries(cells)) {
    const text = cell.toLowerCase()
    const flag = flags.get(column)
    if (column === 'basePrice' || column === 'salePrice') {
      if (cell && !isAmount(cell))
        errors.push({
          field: column,
          message: `“${cell.slice(0, 20)}” isn’t a valid amount. Use a format like 28.00.`,
        })
      body[column] = cell || null
    } else if (flag) {
      const value = yesNoWords.get(text)
      if (value !== undefined) body[flag] = value
      else if (cell) errors.push({ field: column, message: notYesOrNo })
    } else if (column === 'category') {
      const category = allCategories.find(
        ({ slug, name }) => slug === text || name.toLowerCase() === text,
      )
      if (cell && !category)
        errors.push({
          field: column,
          message: `There’s no category called “${cell.slice(0, 40)}”.`,
        })
      body.categoryId = category?.id ?? null
    } else if (column === 'sizes' || column === 'colors') body[`${column}Available`] = cell
    else if (column !== 'slug') body[column] = cell
  }
  return { body, errors }
}

const slugOf = ({ cells }: CsvLine): string =>
  cells.slug ||
  toSlug(cells.name ?? '')
    .slice(0, 150)
    .replace(/-$/, '')

function slugErrors(
  slug: string,
  { cells }: CsvLine,
  product: StoredProduct | null,
  firstLine: CsvLine | undefined,
): RowErrors {
  const messages = [
    (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 160) &&
      'Use lowercase letters, numbers, and single hyphens.',
    firstLine && `Line ${firstLine.line} already changes this product.`,
    product?.deletedAt && 'This product is in the trash.',
    !product &&
      cells.name === undefined &&
      'No product has this slug. To create one, add a name column.',
  ]
  return messages.flatMap((message) => (message ? [{ field: 'slug', message }] : []))
}

const listColumns = [
  ['tags', 'tags'],
  ['sizes', 'sizesAvailable'],
  ['colors', 'colorsAvailable'],
] as const
const splitNames = (cell = ''): string =>
  cell
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .join(',')

/**
 * Leaves out lists that are as exported: names from other services may have commas, which separate names in a cell.
 * Such a list can't be changed here, because the file doesn't say where its names end.
 */
function withoutUnchangedLists(
  cells: Cells,
  product: StoredProduct,
  exported: Cells,
): { cells: Cells; errors: RowErrors } {
  const changedCells = { ...cells }
  const errors: RowErrors = []
  for (const [column, field] of listColumns) {
    if (cells[column] === undefined) continue
    const nameWithComma = product[field].find((name) => name.includes(','))
    if (splitNames(cells[column]) === splitNames(exported[column])) delete changedCells[column]
    else if (nameWithComma)
      errors.push({
        field: column,
        message: `“${nameWithComma.slice(0, 40)}” has a comma in it. Please open the product to change its ${column}.`,
      })
  }
  return { cells: changedCells, errors }
}

type Sale = Pick<StoredProduct, 'salePriceCents' | 'saleStartsAt' | 'saleEndsAt'>

/**
 * As the database will have a sale: without a price it has no dates, and a running one keeps its start (migration
 * prolonged_sales).
 */
const toStoredSale = <Product extends Partial<Sale>>(
  product: StoredProduct | null,
  after: Product,
): Product => {
  if (after.salePriceCents == null) return { ...after, saleStartsAt: null, saleEndsAt: null }
  const startedAt = product?.saleState === 'running' ? product.saleStartsAt : null
  return startedAt && (after.saleStartsAt ?? '') < startedAt
    ? { ...after, saleStartsAt: startedAt }
    : after
}

const planProducts: Planner = async (tx, { payload }, user, lines) => {
  const slugs = lines.map(slugOf)
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.slug, slugs))
  const allCategories = await tx
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
  const stored = await getStoredProducts(
    tx,
    rows.map(({ id }) => id),
  )
  const productsBySlug = new Map(stored.map((product) => [product.slug, product]))
  const toRow = (product: Parameters<typeof toProductCsvRow>[0]): Cells =>
    toProductCsvRow(product, allCategories.find(({ id }) => id === product.categoryId)?.slug ?? '')

  return lines.map((line, index): Plan => {
    const slug = slugs[index] ?? ''
    const product = productsBySlug.get(slug) ?? null
    const row = { line: line.line, name: line.cells.name || product?.name || slug, changes: [] }
    const lists = product
      ? withoutUnchangedLists(line.cells, product, toRow(product))
      : { cells: line.cells, errors: [] }
    const { body, errors } = toBody(lists.cells, allCategories)
    errors.push(...lists.errors)
    const firstIndex = slugs.indexOf(slug)
    const firstLine = firstIndex < index ? lines[firstIndex] : undefined
    errors.push(...slugErrors(slug, line, product, firstLine))
    const parsed = product
      ? updateProductBody.safeParse(body)
      : createProductBody.safeParse({ ...body, slug })
    if (!parsed.success) {
      const fields = new Set(errors.map(({ field }) => field))
      errors.push(...schemaErrors(parsed.error).filter(({ field }) => !fields.has(field)))
    } else if (errors.length === 0 && !isSaleValid({ ...product, ...parsed.data }))
      errors.push({
        field: 'salePrice',
        message: 'The sale price must be lower than the base price.',
      })
    else if (errors.length === 0 && !isSaleEndValid({ ...product, ...parsed.data }))
      errors.push({ field: 'saleEndsAt', message: saleEndMessage })
    if (!parsed.success || errors.length > 0) return { row: { ...row, action: 'refused', errors } }
    const input: ProductInput = parsed.data
    const { slug: _, ...after } = toRow(toStoredSale(product, { ...product, ...input }))
    const changes = changesOf(product ? toRow(product) : {}, after)
    if (product && changes.length === 0) return { row: { ...row, action: 'unchanged', errors } }
    return {
      row: { ...row, action: product ? 'update' : 'create', changes, errors },
      write: async (inner, req) => {
        await saveProductIn(payload, req, inner, { user, id: product?.id ?? null, input })
      },
    }
  })
}

type VariantRow = {
  id: string
  productId: number
  sku: string | null
  name: string
  deletedAt: string | null
  price: Cents | null
  cost: Cents | null
  available: boolean
}

const findVariants = (tx: Tx, skus: readonly string[]): Promise<VariantRow[]> =>
  tx
    .select({
      id: products_variants.id,
      productId: products.id,
      sku: products_variants.sku,
      name: sql<string>`concat_ws(' ', ${products.name}, ${products_variants.color}, ${products_variants.size})`,
      deletedAt: products.deletedAt,
      price: products_variants.priceOverrideCents,
      cost: products_variants.costCents,
      available: sql<boolean>`coalesce(${products_variants.available}, false)`,
    })
    .from(products_variants)
    .innerJoin(products, eq(products.id, products_variants._parentID))
    .where(inArray(products_variants.sku, [...skus]))

function variantErrors(
  cells: Cells,
  matches: readonly VariantRow[],
  firstLine: CsvLine | undefined,
): RowErrors {
  const amounts = ['price', 'cost'].flatMap((field) => {
    const cell = cells[field]
    return cell && (!isAmount(cell) || Number(cell) > 10_000)
      ? [
          [
            field,
            `“${cell.slice(0, 20)}” isn’t a valid amount. Use a format like 28.00, up to 10,000.00.`,
          ],
        ]
      : []
  })
  const messages = [
    matches.length === 0 && ['sku', `No variant has the SKU “${(cells.sku ?? '').slice(0, 60)}”.`],
    matches.length > 1 && ['sku', 'More than one variant has this SKU.'],
    matches[0]?.deletedAt && ['sku', 'This product is in the trash.'],
    firstLine && ['sku', `Line ${firstLine.line} already changes this variant.`],
    ...amounts,
    cells.price && Number(cells.price) === 0 && ['price', aboveZeroMessage],
    cells.available && !yesNoWords.has(cells.available.toLowerCase()) && ['available', notYesOrNo],
  ]
  return messages.flatMap((entry) =>
    entry ? [{ field: entry[0] ?? '', message: entry[1] ?? '' }] : [],
  )
}

type VariantValues = Pick<VariantRow, 'price' | 'cost' | 'available'>
const toVariantCells = ({ price, cost, available }: VariantValues): Cells => ({
  price: formatAmount(price),
  cost: formatAmount(cost),
  available: yesNo(available),
})

/** A column that is absent changes nothing; an empty amount removes it. */
const mergeVariantCells = (variant: VariantRow, cells: Cells): VariantValues => {
  const amountOf = (field: 'price' | 'cost'): Cents | null => {
    const cell = cells[field]
    return cell === undefined ? variant[field] : cell ? parseMoney(cell) : null
  }
  return {
    price: amountOf('price'),
    cost: amountOf('cost'),
    available: yesNoWords.get((cells.available ?? '').toLowerCase()) ?? variant.available,
  }
}

const planVariants: Planner = async (tx, { payload }, user, lines) => {
  const skus = lines.map(({ cells }) => cells.sku ?? '')
  const variants = await findVariants(tx, skus)
  return lines.map(({ line, cells }, index): Plan => {
    const matches = variants.filter(({ sku }) => sku === cells.sku)
    const [variant] = matches
    const firstIndex = skus.indexOf(cells.sku ?? '')
    const errors = variantErrors(cells, matches, firstIndex < index ? lines[firstIndex] : undefined)
    const row = { line, name: variant?.name ?? cells.sku ?? '', changes: [], errors }
    if (!variant || errors.length > 0) return { row: { ...row, action: 'refused' } }
    const values = mergeVariantCells(variant, cells)
    const changes = changesOf(toVariantCells(variant), toVariantCells(values))
    if (changes.length === 0) return { row: { ...row, action: 'unchanged' } }
    return {
      row: { ...row, action: 'update', changes },
      write: async (inner, req) => {
        const { id, productId } = variant
        const { price, cost, available } = values
        await inner
          .update(products)
          .set({ updatedAt: sql`now()` })
          .where(eq(products.id, productId))
        await inner
          .update(products_variants)
          .set({
            priceOverrideCents: price,
            costCents: cost,
            available,
            ...(available === variant.available ? {} : { unavailableReason: null }),
          })
          .where(eq(products_variants.id, id))
        await audit(inner, user, {
          action: 'product.updated',
          subjectType: 'product',
          subjectId: productId,
          details: { fields: ['variants'] },
        })
        await revalidateTags({ payload, transactionID: req.transactionID }, [
          cacheTags.product(productId),
          cacheTags.products,
        ])
      },
    }
  })
}

async function writeAll(plans: readonly Plan[], tx: Tx, req: TxRequest): Promise<number> {
  const writes = plans.flatMap(({ row, write }) => (write ? [{ row, write }] : []))
  for (const { row, write } of writes)
    try {
      await write(tx, req)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      const message = `Line ${row.line}: ${cause.message}`
      throw new AppError(cause.code, `${message} Nothing was imported.`, {
        fields: { csv: message },
        cause,
      })
    }
  return writes.length
}

/**
 * Imports products (identified by slug) or variants (identified by SKU) from a CSV file. With `dryRun` it only reports,
 * line by line, what would happen. Otherwise the valid lines are written in one transaction; the others are left out
 * and reported. An empty cell empties its field; an absent column changes nothing. A retry finds nothing left to
 * change.
 * @throws AppError invalid when the file as a whole cannot be used
 */
export function importProductsCsv(
  payload: Payload,
  user: User,
  { csv, dryRun }: { csv: string; dryRun: boolean },
): Promise<ImportResponse> {
  const { isVariants, lines } = readProductCsv(csv)
  return withTransaction(payload, async (req, tx) => {
    // One import at a time: what was planned is still true when it is written.
    if (!dryRun) await lockName(tx, 'product import')
    const plans = await (isVariants ? planVariants : planProducts)(tx, req, user, lines)
    const written = dryRun ? 0 : await writeAll(plans, tx, req)
    if (written > 0)
      await audit(tx, user, {
        action: 'products.imported',
        subjectType: isVariants ? 'variants' : 'products',
        details: { lines: lines.length, written },
      })
    const count = (action: PlannedRow['action']): number =>
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
