import type { StoredProduct } from '@/modules/catalog/queries/admin-products'
import { parseCsv } from '@/platform/csv'
import { AppError } from '@/platform/errors'
import { type Cents, normalizeAmount, toDecimal } from '@/platform/money'

export const productColumns = [
  'slug',
  'name',
  'description',
  'basePrice',
  'salePrice',
  'saleStartsAt',
  'saleEndsAt',
  'category',
  'tags',
  'sizes',
  'colors',
  'active',
  'featured',
  'finalSale',
  'designInspiration',
  'careInstructions',
  'weightOunces',
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

export type Cells = Record<string, string>
export type CsvLine = { line: number; cells: Cells }

const maxLines = 500
const amountColumns: ReadonlySet<string> = new Set(['basePrice', 'salePrice', 'price', 'cost'])

export function formatAmount(cents: Cents | null | undefined): string {
  return cents == null ? '' : toDecimal(cents)
}

export function yesNo(value: boolean | null | undefined): string {
  return value == null ? '' : value ? 'yes' : 'no'
}

/** A column's name without case, blanks, and hyphens: a spreadsheet may have turned it into 'Base Price'. */
const normalizeColumn = (column: string): string => column.toLowerCase().replace(/[\s_-]+/g, '')
const unusableFile = (message: string): AppError =>
  new AppError('invalid', message, { fields: { csv: message } })

const parseRows = (csv: string): ReturnType<typeof parseCsv> => {
  if (/\0/.test(csv)) throw unusableFile('This isn’t a text file. Please choose a CSV file.')
  // Browsers read files as UTF-8; older spreadsheet programs save curly quotes and accents differently.
  if (csv.includes('\ufffd'))
    throw unusableFile(
      'Some characters in this file can’t be read. Save it as “CSV UTF-8” and try again.',
    )
  try {
    return parseCsv(csv)
  } catch (cause) {
    throw unusableFile(
      cause instanceof RangeError
        ? cause.message
        : 'We couldn’t read this file. Please save it as CSV and try again.',
    )
  }
}

/**
 * Reads the lines by the column names in the first one. A file with the column `sku` is about variants, any other about
 * products.
 * @throws AppError invalid when the file as a whole cannot be used
 */
export function readProductCsv(csv: string): { isVariants: boolean; lines: CsvLine[] } {
  const [head, ...body] = parseRows(csv)
  if (!head || body.length === 0) throw unusableFile('This file has column names but no rows.')
  if (body.length > maxLines)
    throw unusableFile(
      `This file has ${body.length} rows. You can import up to ${maxLines} at a time.`,
    )
  const isVariants = head.cells.some((name) => normalizeColumn(name) === 'sku')
  const columns: readonly string[] = isVariants ? variantColumns : productColumns
  const names = head.cells.map(
    (name) =>
      columns.find((column) => normalizeColumn(column) === normalizeColumn(name)) ?? name.trim(),
  )
  const unknown = names.find((name) => !columns.includes(name))
  if (unknown !== undefined)
    throw unusableFile(
      `There’s no column called “${unknown.slice(0, 40)}”. Columns you can use: ${columns.join(', ')}.`,
    )
  if (new Set(names).size < names.length) throw unusableFile('Two columns have the same name.')
  if (!isVariants && !names.includes('name') && !names.includes('slug'))
    throw unusableFile('The file needs a slug or name column.')
  return {
    isVariants,
    lines: body.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        names.map((name, index) => {
          const cell = cells[index] ?? ''
          return [name, amountColumns.has(name) ? normalizeAmount(cell) : cell.trim()]
        }),
      ),
    })),
  }
}

type CsvProduct = Partial<
  Omit<StoredProduct, 'description' | 'variants' | 'artwork' | 'sizeGuide'>
> & { description?: string | null }

/** A product as a line of the file: for the export, and to find what an import changes. */
export function toProductCsvRow(
  product: CsvProduct,
  categorySlug: string,
): Record<(typeof productColumns)[number], string> {
  return {
    slug: product.slug ?? '',
    name: product.name ?? '',
    description: product.description ?? '',
    basePrice: formatAmount(product.basePriceCents),
    salePrice: formatAmount(product.salePriceCents),
    saleStartsAt: product.saleStartsAt ?? '',
    saleEndsAt: product.saleEndsAt ?? '',
    category: categorySlug,
    tags: product.tags?.join(', ') ?? '',
    sizes: product.sizesAvailable?.join(', ') ?? '',
    colors: product.colorsAvailable?.join(', ') ?? '',
    active: yesNo(product.isActive),
    featured: yesNo(product.isFeatured),
    finalSale: yesNo(product.isFinalSale),
    designInspiration: product.designInspiration ?? '',
    careInstructions: product.careInstructions ?? '',
    weightOunces: product.weightOunces == null ? '' : String(product.weightOunces),
    canvaDesignUrl: product.canvaDesignUrl ?? '',
    seoTitle: product.seoTitle ?? '',
    seoDescription: product.seoDescription ?? '',
  }
}

/** The variants of a product as lines of the file. */
export function toVariantCsvRows({
  name,
  variants,
}: StoredProduct): Record<(typeof variantColumns)[number], string>[] {
  return variants.map((variant) => ({
    sku: variant.sku ?? '',
    product: name,
    color: variant.color ?? '',
    size: variant.size ?? '',
    price: formatAmount(variant.priceOverrideCents),
    cost: formatAmount(variant.costCents),
    available: yesNo(variant.available),
  }))
}
