import { PanelLink } from '@/admin/form/button'

import type { Column } from './data-table'
import type { ListAddress } from './list-params'

/** The two orders of a column. */
export type SortPair<Sort extends string> = {
  ascending: Sort
  descending: Sort
  /** The order at the first click; ascending unless given. */
  first?: 'descending'
}

/**
 * Returns the head of a column that sorts the list, as a plain link: the second click reverses the order.
 * @param current the order of the list
 * @param href the address of the list in another order
 */
export function sortHead<Sort extends string>(
  head: string,
  { ascending, descending, first }: SortPair<Sort>,
  current: string,
  href: (sort: Sort) => string,
): Pick<Column<never>, 'head' | 'headCell' | 'sorted'> {
  const sorted =
    current === ascending ? 'ascending' : current === descending ? 'descending' : undefined
  const [initial, other] =
    first === 'descending' ? [descending, ascending] : [ascending, descending]
  return {
    head,
    sorted,
    headCell: (
      <PanelLink className="df-sort" href={href(current === initial ? other : initial)}>
        {head}
        <span aria-hidden>{sorted ? (sorted === 'ascending' ? ' ↑' : ' ↓') : ''}</span>
      </PanelLink>
    ),
  }
}

/** Returns a function that makes the heads of a list's sortable columns. */
export function sortHeads<Params extends { sort: string }, Head extends string>(
  address: ListAddress<Params>,
  pairs: Record<Head, SortPair<Params['sort']>>,
) {
  return (head: Head, params: Parameters<typeof address.inOrder>[0]) =>
    sortHead(head, pairs[head], params.sort, (sort) => address.inOrder(params, sort))
}
