/** The character between cells: what the first line has most of. A comma where it has none. */
const delimiterOf = (text: string): string => {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const count = (mark: string): number => first.split(mark).length
  return [';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',')
}

/** What a spreadsheet program, or our own export, put before a cell that begins like a formula. */
const plainCell = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/**
 * The lines of a CSV file (RFC 4180; commas, semicolons or tabs; with or without a byte order mark), each with the
 * number it has in the file. Lines of blanks are left out. Cells are text: nothing is ever worked out.
 * @throws RangeError when a quote is never closed
 */
export const parseCsv = (text: string): { line: number; cells: string[] }[] => {
  const source = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(source)
  const rows: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let startedAt = 1
  const endCell = (): void => { cells.push(plainCell(cell)); cell = '' }
  const endRow = (): void => {
    endCell()
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: startedAt, cells })
    cells = []
  }
  for (let at = 0; at < source.length; at += 1) {
    const mark = source.charAt(at)
    if (mark === '\n') line += 1
    if (isQuoted) {
      if (mark !== '"') cell += mark
      else if (source[at + 1] === '"') { cell += '"'; at += 1 }
      else isQuoted = false
    } else if (mark === '"' && cell === '') isQuoted = true
    else if (mark === delimiter) endCell()
    else if (mark === '\n') { endRow(); startedAt = line }
    else if (mark !== '\r') cell += mark
  }
  if (isQuoted) throw new RangeError('A quote in the file is never closed.')
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}
