import { stringify } from 'csv-stringify/sync'
import { Zip, ZipDeflate } from 'fflate'

import type { UserDataTable } from './user-data'

const bytes = new TextEncoder()

const readme = `This is everything the shop holds about you, as it was when you asked for it.

data.json has all of it in one file; the .csv files have one kind of thing each and open in any spreadsheet.
Amounts are in cents. Dates are in UTC. What each file is for, and how long it is kept, is on /privacy-policy.
`

const cell = (value: unknown): unknown =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : value

/** A spreadsheet would run what begins with = + - @; those cells get a mark before them. */
const toCsv = ({ columns, rows }: UserDataTable): string =>
  stringify(
    rows.map((row) => columns.map((column) => cell(row[column]))),
    { header: true, columns, escape_formulas: true, bom: true, cast: { boolean: String } },
  )

/** A zip made while it is read: one table is in memory at a time, and a reader that goes away stops the work. */
export function createUserDataZip(
  tables: AsyncGenerator<UserDataTable>,
): ReadableStream<Uint8Array> {
  let zip: Zip
  const add = (name: string, text: string): void => {
    const file = new ZipDeflate(name)
    zip.add(file)
    file.push(bytes.encode(text), true)
  }
  /** The JSON is one file among others, so its parts wait until the tables are through. */
  const parts: string[] = []
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) return controller.error(error)
        controller.enqueue(chunk)
        if (isLast) controller.close()
      })
      add('README.txt', readme)
    },
    async pull() {
      for (;;) {
        const { done, value } = await tables.next()
        if (done) break
        if (value.rows.length === 0) continue
        add(`${value.table}.csv`, toCsv(value))
        parts.push(
          `${parts.length > 0 ? ',\n' : ''}${JSON.stringify(value.table)}: ${JSON.stringify(value.rows, null, 1)}`,
        )
        return
      }
      const json = new ZipDeflate('data.json')
      zip.add(json)
      json.push(bytes.encode('{\n'))
      for (const part of parts.splice(0)) json.push(bytes.encode(part))
      json.push(bytes.encode('\n}\n'), true)
      zip.end()
    },
    async cancel() {
      await tables.return(undefined)
      zip.terminate()
    },
  })
}
