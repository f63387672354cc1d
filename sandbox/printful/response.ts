import type { Context } from 'hono'

import { PrintfulError } from './errors'

export function result<Value>(value: Value) {
  return { code: 200, result: value, extra: [] }
}

const MOST = 100
const DEFAULT_SETTINGS = 20

/** `offset` and `limit` of the query; Printful's own lists give at most a hundred. */
export function page<Row, View>(c: Context, rows: Row[], view: (row: Row) => View) {
  const limit = Math.min(integerParameter(c.req.query('limit'), DEFAULT_SETTINGS, 'limit'), MOST)
  const offset = integerParameter(c.req.query('offset'), 0, 'offset')
  return {
    code: 200,
    result: rows.slice(offset, offset + limit).map(view),
    extra: [],
    paging: { total: rows.length, offset, limit },
  }
}

function integerParameter(value: string | undefined, usual: number, name: string): number {
  if (value === undefined || value === '') return usual
  if (!/^\d+$/.test(value)) throw new PrintfulError(431, `${name}: must be a whole number`)
  return Number(value)
}

/** The JSON body; an empty one reads as `{}`. Throws Printful's 430. */
export async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (!text.trim()) return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new PrintfulError(430)
  }
}

/** `1` or `true`, as the official client and the specification write it. */
export function flag(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
