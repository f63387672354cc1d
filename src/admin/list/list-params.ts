import { z } from 'zod'

import { screenQuery } from '@/platform/schema-fields'

export const listPageSize = 25

/** What stands in the address of a desk with a status filter. Anything that cannot be meant falls back. */
export function createListParams<const Status extends readonly [string, ...string[]]>(
  path: string,
  statuses: Status,
  usual: Status[number] | '' = '',
) {
  const schema = z.object({
    ...screenQuery,
    status: z.enum(statuses).or(z.literal('')).or(z.literal('all')).catch(usual),
  })
  type Params = { search: string; page: number; status: Status[number] | '' | 'all' }
  return {
    parse: (query: Record<string, unknown>): Params => schema.parse({ status: usual, ...query }),
    /** For the query: no status means all of them. */
    statusOf: ({ status }: Params): Status[number] | '' => (status === 'all' ? '' : status),
    href: ({ search, page, status }: Params): string => {
      const params = new URLSearchParams({
        ...(search ? { search } : {}),
        ...(status !== usual ? { status } : {}),
        ...(page > 1 ? { page: String(page) } : {}),
      })
      return `${path}${params.size > 0 ? `?${params.toString()}` : ''}`
    },
  }
}
