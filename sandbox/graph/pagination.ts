import type { Context } from 'hono'

import { badParameter } from './errors'

const cursor = (position: number): string =>
  Buffer.from(`QVFI${String(position).padStart(8, '0')}`).toString('base64url')

function parseCursor(text: string): number {
  const position = /^QVFI(\d{8})$/.exec(Buffer.from(text, 'base64url').toString())?.[1]
  if (position === undefined) throw badParameter('Invalid cursor')
  return Number(position)
}

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

/**
 * A page behind a cursor. Rows that are not shown to this app make a page short without ending the list; an empty list
 * has no paging at all. `next` contains the whole address including the token, as at Meta.
 */
export function graphPage<Row>(
  c: Context,
  rows: Row[],
  {
    origin,
    shown = () => true,
    maxLimit = MAX_LIMIT,
    view,
  }: {
    origin: string
    shown?: (row: Row) => boolean
    maxLimit?: number
    view: (row: Row) => unknown
  },
) {
  const { limit = String(DEFAULT_LIMIT), after, before } = c.req.query()
  if (!/^\d+$/.test(limit) || Number(limit) < 1)
    throw badParameter('Param limit must be an integer greater than zero')
  const size = Math.min(Number(limit), maxLimit)
  const start = after
    ? parseCursor(after) + 1
    : before
      ? Math.max(0, parseCursor(before) - size)
      : 0
  const slice = rows.slice(start, start + size)
  if (rows.length === 0) return { data: [] }
  const last = start + slice.length - 1
  const turn = (name: 'after' | 'before', position: number) => {
    const url = new URL(c.req.url)
    url.searchParams.delete('after')
    url.searchParams.delete('before')
    url.searchParams.set(name, cursor(position))
    return origin + url.pathname + url.search
  }
  return {
    data: slice.filter(shown).map(view),
    ...(slice.length > 0 && {
      paging: {
        cursors: { before: cursor(start), after: cursor(last) },
        ...(last + 1 < rows.length && { next: turn('after', last) }),
        ...(start > 0 && { previous: turn('before', start) }),
      },
    }),
  }
}
