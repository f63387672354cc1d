import { ChevronLeft, ChevronRight } from 'lucide-react'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'

import { PanelLink } from '@/admin/form/button'
import { Panel } from '@/admin/shell/panel'
import { Pagination } from '@/ui/pagination'

import { RememberList } from './back-link'
import { type Column, DataTable } from './data-table'
import { ListFilters } from './list-filters'
import { type ListAddress, listPageSize, type ListViewsProps } from './list-params'
import { ListViews, ListViewsBelow } from './list-views'
import { NoResults } from './no-results'

const theme = {
  frame: 'df-pages',
  range: '',
  list: '',
  cell: 'df-pages__cell',
  link: '',
  disabled: 'df-pages__cell--off',
  Link: PanelLink,
  previous: <ChevronLeft aria-hidden size={18} strokeWidth={1.6} />,
  next: <ChevronRight aria-hidden size={18} strokeWidth={1.6} />,
}

type Page = { page: number; pages: number; total: number }

export function ListPages({
  list,
  limit = listPageSize,
  href,
  label,
}: {
  list: Page
  limit?: number
  href: (page: number) => string
  /** Names the links where a screen has several lists. */
  label?: string
}) {
  return <Pagination {...list} perPage={limit} href={href} label={label} theme={theme} />
}

type ListFilterProps<Params> = {
  /** What is listed; names the search. */
  label: string
  /** What the search finds; a list without one has no search. */
  placeholder?: string
  /** By parameter: the label, and pairs of value and label. */
  selects?: { [Name in keyof Params]?: [label: string, options: [string, string][]] }
  /** Parameters that are days, with their labels. */
  dates?: { [Name in keyof Params]?: string }
  /** Parameters to keep. */
  keep?: Readonly<Record<string, string>>
}
type Search = { search: string; page: number }

export const dayLabels = { from: 'From', to: 'To' }

/** The search and the selects of a list, filled from its address. */
export function ListTools<Params>({
  address,
  params,
  selects = {},
  dates = {},
  ...filters
}: ListFilterProps<Params> & { address: ListAddress<Params>; params: Params & Search }) {
  const names = Object.keys(selects) as (keyof Params & string)[]
  const dateNames = Object.keys(dates) as (keyof Params & string)[]
  return (
    <ListFilters
      key={address.href(params)}
      action={address.path}
      search={params.search}
      selects={names.flatMap((name) => {
        const [label, options] = selects[name] ?? ['', []]
        const [value, usual] = [String(params[name]), String(address.defaults[name])]
        return [{ name, label, options, value, usual }]
      })}
      dates={dateNames.map((name) => ({
        name,
        label: dates[name] ?? '',
        value: String(params[name]),
      }))}
      {...filters}
    />
  )
}

type Props<Params, Row> = {
  address: ListAddress<Params>
  params: Params & Search
  list: Page
  limit?: number
  filters?: ListFilterProps<Params>
  /** Shown when a search or a filter matches nothing. */
  noResults: { title: string; text?: string; href?: string }
  /** Shown when there is nothing at all. */
  empty: ReactNode
  /** Whether rows may be left out; any parameter besides the order unless given. */
  isFiltered?: boolean
  /** The user’s saved views of this list. */
  views?: Omit<ListViewsProps, 'query'>
  /** The rows as a table, whose optional columns the user may hide. */
  table?: { className: string; rows: readonly Row[]; columns: readonly Column<Row>[] }
  /** The rows in another form. */
  children?: ReactNode
}

/** A list with its search, its empty states, and its pages. A page beyond the last leads to the last. */
export function ListPanel<Params, Row extends object>({
  address,
  params,
  list,
  limit = listPageSize,
  filters,
  noResults,
  empty,
  isFiltered = [...address.query(params).keys()].some((name) => name !== 'sort'),
  views,
  table,
  children,
}: Props<Params, Row>) {
  if (list.total > 0 && list.page > list.pages)
    redirect(address.href({ ...params, page: list.pages }))
  const shownViews = views && {
    columns: table?.columns.flatMap(({ head, isOptional }) => (isOptional ? head : [])),
    ...views,
    query: address.query(params).toString(),
  }
  return (
    <>
      <RememberList path={address.path} address={address.href(params)} />
      {shownViews ? <ListViews {...shownViews} /> : null}
      {filters ? <ListTools address={address} params={params} {...filters} /> : null}
      <Panel>
        {list.total > 0 ? (
          <>
            {table ? <DataTable {...table} hidden={views?.preferences.hidden} /> : children}
            <ListPages
              list={list}
              limit={limit}
              href={(page) => address.href({ ...params, page })}
            />
          </>
        ) : isFiltered ? (
          <NoResults title={noResults.title} href={noResults.href ?? address.path}>
            {noResults.text ??
              (params.search ? 'Try a shorter search.' : 'Nothing here right now.')}
          </NoResults>
        ) : (
          empty
        )}
      </Panel>
      {shownViews ? <ListViewsBelow {...shownViews} /> : null}
    </>
  )
}
