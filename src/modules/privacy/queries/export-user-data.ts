import { type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import { stringify } from 'csv-stringify/sync'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Payload } from 'payload'

import { uploadedFiles } from '@/platform/storage/uploaded-files'

import { type DataSubject, personalTables } from './personal-data'

type ExportedTable = {
  name: string
  columns: string[]
  rows: Record<string, unknown>[]
  /** Names of stored files. */
  files: string[]
}

/** More rows than a person can have; it bounds the export if a condition is wrong. */
const maxRows = 20_000

/** Reads everything the shop holds about a person, one table at a time, without secrets. */
async function* readUserData({ db }: Payload, subject: DataSubject): AsyncGenerator<ExportedTable> {
  for (const { table, name, isAbout, filesOf, columns } of personalTables) {
    const exported = [...columns.deleted, ...columns.replaced, ...columns.kept]
    const selection: Record<string, SQL> = Object.fromEntries(
      exported.map((column) => [column, sql`${sql.identifier(column)}`]),
    )
    const rows = await db.drizzle
      .select(selection)
      .from(table)
      .where(isAbout(subject))
      .limit(maxRows)
    yield { name, columns: exported, rows, files: rows.flatMap(filesOf) }
  }
}

const encoder = new TextEncoder()

const readme = `This is all the data the shop has about you, as of your request. data.json has everything in one file; each .csv file has one kind of data and opens in any spreadsheet app. Photos you sent with a return are in the folder “returns.” Amounts are in cents. Dates are in UTC. See /privacy-policy for what each kind of data is for and how long we store it.
`

const formatCell = (value: unknown): unknown =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : value

/** Cells that begin with = + - @ are escaped, because a spreadsheet would run them. */
const toCsv = ({ columns, rows }: ExportedTable): string =>
  stringify(
    rows.map((row) => columns.map((column) => formatCell(row[column]))),
    { header: true, columns, escape_formulas: true, bom: true, cast: { boolean: String } },
  )

/**
 * Returns a zip of everything the shop holds about a person: a CSV file per table, all of it as JSON, and their photos. It
 * is built while it is read: one table is in memory at a time, and a reader that disconnects stops the work.
 */
export function exportUserData(payload: Payload, subject: DataSubject): ReadableStream<Uint8Array> {
  const tables = readUserData(payload, subject)
  let zip: Zip
  const addFile = (name: string, text: string): void => {
    const file = new ZipDeflate(name)
    zip.add(file)
    file.push(encoder.encode(text), true)
  }
  const addStoredFile = async (name: string): Promise<void> => {
    const bytes = await uploadedFiles().get(name)
    if (!bytes) return
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(new Uint8Array(bytes), true)
  }
  const jsonParts: string[] = []
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) return controller.error(error)
        controller.enqueue(chunk)
        if (isLast) controller.close()
      })
      addFile('README.txt', readme)
    },
    async pull() {
      for (;;) {
        const table = await tables.next()
        if (table.done) break
        const { value } = table
        if (value.rows.length === 0) continue
        addFile(`${value.name}.csv`, toCsv(value))
        for (const name of value.files) await addStoredFile(name)
        jsonParts.push(
          `${jsonParts.length > 0 ? ',\n' : ''}${JSON.stringify(value.name)}: ${JSON.stringify(value.rows, null, 1)}`,
        )
        return
      }
      const json = new ZipDeflate('data.json')
      zip.add(json)
      for (const part of ['{\n', ...jsonParts.splice(0)]) json.push(encoder.encode(part))
      json.push(encoder.encode('\n}\n'), true)
      zip.end()
    },
    async cancel() {
      await tables.return(undefined)
      zip.terminate()
    },
  })
}
