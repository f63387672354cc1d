import { CsvError, parse } from 'csv-parse/sync'

/** The character between cells: the most frequent one of the first line. A comma where it has none. */
const delimiterOf = (text: string): string => {
  const first = text.slice(0, text.search(/\n|$/))
  const count = (mark: string): number => first.split(mark).length
  return [';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',')
}

/** Without the apostrophe that a spreadsheet program, or our own export, puts before a cell that begins like a formula. */
const plainCell = (cell: string): string => (/^'[=+\-@\t\n]/.test(cell) ? cell.slice(1) : cell)

/**
 * Reads a CSV file (RFC 4180; commas, semicolons or tabs; lines may end in LF, CRLF or CR; with or without a byte order
 * mark). Cells are text without blanks around them. Line breaks inside them become LF; a stray quote inside one is kept.
 * @returns the lines that are not blank, each with the number of its first line in the file
 * @throws RangeError with a message for the user, when a quote is never closed or is followed by more than a delimiter
 */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
  // csv-parse counts a CRLF inside of quotes as two lines.
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const rows: { line: number; cells: string[] }[] = []
  const keep = (record: string[], { lines }: { lines: number }): null => {
    const breaksInside = record.join('').split('\n').length - 1
    if (record.some((cell) => cell.trim() !== ''))
      rows.push({ line: lines - breaksInside, cells: record.map(plainCell) })
    return null
  }
  try {
    parse(source, {
      delimiter: delimiterOf(source),
      record_delimiter: '\n',
      on_record: keep,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    })
    return rows
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new RangeError(
      cause.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'The file has an unclosed quote.'
        : `Line ${Number(cause.lines)} has text after a closing quote.`,
    )
  }
}
