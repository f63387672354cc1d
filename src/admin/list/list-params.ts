import { z } from 'zod'

import type { ListName } from '@/modules/accounts/rules/list-names'
import type { ListPreferences } from '@/modules/accounts/schemas/list-preferences'
import { dayRangeQuery, screenQuery } from '@/platform/schema-fields'

export const listPageSize = 25

export type ListViewsProps = {
  list: ListName
  preferences: ListPreferences
  /** The filters and the order that are shown, without the page. */
  query: string
  /** Heads of the columns that may be hidden. */
  columns?: readonly string[]
}

type Query = Record<string, unknown>
type Base = { search: string; page: number }

/** The address of a list. Values that equal their default are left out of it. */
export type ListAddress<Params> = {
  path: string
  /** Invalid values fall back to their default, so that an old link still opens. */
  parse: (query: Query) => Params & Base
  href: (params: Partial<Params & Base>) => string
  /** Returns the address of the list in another order, from its first page. */
  inOrder: (params: Params & Base, sort: string) => string
  /** The same without the page, for exports. */
  query: (params: Partial<Params & Base>) => URLSearchParams
  defaults: Params & Base
}

/**
 * Declares the query parameters of a list screen.
 * @param schema parameters beside search and page; each has to accept undefined
 */
export function createListParams<Params extends object>(
  path: string,
  schema: z.ZodType<Params>,
): ListAddress<Params> {
  const base = z.object(screenQuery)
  const parse = (query: Query) => ({ ...schema.parse(query), ...base.parse(query) })
  const defaults = parse({})
  const query = (params: object): URLSearchParams => {
    const values: Query = { ...params }
    const usual: Query = defaults
    const names = ['search', ...Object.keys(defaults).filter((name) => !(name in screenQuery))]
    return new URLSearchParams(
      names.flatMap((name) => {
        const value = values[name] ?? usual[name]
        return value === usual[name] ? [] : [[name, String(value)]]
      }),
    )
  }
  const href = (params: { page?: number }): string => {
    const search = query(params)
    if ((params.page ?? 1) > 1) search.set('page', String(params.page))
    return `${path}${search.size > 0 ? `?${search.toString()}` : ''}`
  }
  return {
    path,
    parse,
    defaults,
    query,
    href,
    inOrder: (params, sort) => href({ ...params, sort, page: 1 }),
  }
}

/** The days of a list whose other parameters fall back on their own. */
export const dayParams = { from: dayRangeQuery.from.catch(''), to: dayRangeQuery.to.catch('') }

/** The orders of a list that is sorted by date only. */
export const ageLabels = { newest: 'Newest first', oldest: 'Oldest first' }

/** One of several values, '' for all. */
export function choiceParam<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values).or(z.literal('')).catch('')
}

/** A status filter with a default; 'all' shows every status. */
export function statusParam<const Values extends readonly [string, ...string[]]>(
  values: Values,
  usual: Values[number] | '' = '',
) {
  return z.object({
    status: z
      .enum(values)
      .or(z.literal(['', 'all']))
      .catch(usual)
      .default(usual),
  })
}

/** For the query: no status means all of them. */
export function statusFilter<Status extends string>(status: Status): Exclude<Status, 'all'> | '' {
  return status === 'all' ? '' : (status as Exclude<Status, 'all'>)
}

/** The document that opens with the screen (`?edit=12`), or 'new'. */
export const editParam = z
  .literal('new')
  .or(
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  )
  .nullable()
  .catch(null)
  .default(null)

/** Options of a select: `all` first, then the values with their labels. */
export function selectOptions<Value extends string>(
  all: string,
  values: readonly Value[],
  labels: Record<Value, string>,
): [string, string][] {
  return [['', all], ...values.map((value): [string, string] => [value, labels[value]])]
}
