import { toSafeUrl } from './rich-text'

/** A block in a text. Ids are those of products and of the media library. */
export type ContentBlock =
  | { blockType: 'product'; product: number }
  | { blockType: 'button'; label: string; url: string }
  | { blockType: 'gallery'; images: { image: number }[] }
  | { blockType: 'pullQuote'; text: string; source: string }
  | { blockType: 'table'; caption: string; rows: string; hasHeader: boolean }
  | { blockType: 'audio'; title: string; audio: number }

export const blockLimits = { label: 60, quote: 600, source: 120, caption: 200, rows: 5000 } as const
export const galleryImages = { min: 2, max: 12 } as const

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const toId = (value: unknown): number | null => {
  const id = isFields(value) ? value.id : value
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : null
}
const toText = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.trim().slice(0, max) : ''

const readers = {
  product: ({ product }) => {
    const id = toId(product)
    return id === null ? null : { blockType: 'product', product: id }
  },
  button: (fields) => {
    const [label, url] = [toText(fields.label, blockLimits.label), toSafeUrl(fields.url)]
    return label && url ? { blockType: 'button', label, url } : null
  },
  gallery: ({ images }) => {
    const ids = Array.isArray(images)
      ? images.flatMap((row: unknown) => (isFields(row) ? (toId(row.image) ?? []) : []))
      : []
    return ids.length === 0
      ? null
      : {
          blockType: 'gallery',
          images: ids.slice(0, galleryImages.max).map((image) => ({ image })),
        }
  },
  pullQuote: (fields) => {
    const text = toText(fields.text, blockLimits.quote)
    return text
      ? { blockType: 'pullQuote', text, source: toText(fields.source, blockLimits.source) }
      : null
  },
  table: (fields) => {
    const rows = toText(fields.rows, blockLimits.rows)
    return rows
      ? {
          blockType: 'table',
          caption: toText(fields.caption, blockLimits.caption),
          rows,
          hasHeader: fields.hasHeader === true,
        }
      : null
  },
  audio: (fields) => {
    const [title, audio] = [toText(fields.title, blockLimits.caption), toId(fields.audio)]
    return title && audio !== null ? { blockType: 'audio', title, audio } : null
  },
} satisfies Record<ContentBlock['blockType'], (fields: Fields) => ContentBlock | null>

/** Reads the fields of a block; null if it can't be shown. */
export function parseContentBlock(fields: unknown): ContentBlock | null {
  if (!isFields(fields) || typeof fields.blockType !== 'string') return null
  return Object.hasOwn(readers, fields.blockType)
    ? readers[fields.blockType as ContentBlock['blockType']](fields)
    : null
}

/** The same from JSON, as HTML carries it. */
export function parseBlockJson(json: string): ContentBlock | null {
  try {
    return parseContentBlock(JSON.parse(json))
  } catch {
    return null
  }
}

/** Cells of a table that was typed with | between the columns, or pasted from a spreadsheet; all rows are equally long. */
export function toTableRows(text: string): string[][] {
  const rows = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      (line.includes('\t')
        ? line.split('\t')
        : line
            .trim()
            .replace(/^\||\|$/g, '')
            .split('|')
      ).map((cell) => cell.trim()),
    )
  const columns = Math.max(0, ...rows.map(({ length }) => length))
  return rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, () => '')])
}
