'use client'
import { useRouteTransition } from '@payloadcms/ui'
import { ChevronDown, Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { ComponentProps, FormEvent } from 'react'

import { Options } from '@/admin/form/fields'

type FilterSelect = {
  name: string
  label: string
  value: string
  /** The default, which is left out of the address. */
  usual: string
  options: readonly (readonly [value: string, label: string])[]
}
type FilterDate = { name: string; label: string; value: string }
type Props = {
  action: string
  label: string
  placeholder?: string
  search: string
  selects?: readonly FilterSelect[]
  dates?: readonly FilterDate[]
  /** Parameters to keep. */
  keep?: Readonly<Record<string, string>>
}

/** The search field of a list's tools. */
export function SearchInput(props: ComponentProps<'input'>) {
  return (
    <div className="df-tools__search">
      <Search aria-hidden size={18} strokeWidth={1.6} />
      <input type="search" className="df-control" maxLength={100} {...props} />
    </div>
  )
}

/** Submits a complete day; a year that is still being typed has leading zeros. */
const DateFilter = ({ name, label, value }: FilterDate) => (
  <label className="df-tools__date">
    <span>{label}</span>
    <input
      type="date"
      name={name}
      className="df-control"
      defaultValue={value}
      onChange={({ currentTarget }) => {
        if (!currentTarget.value.startsWith('0')) currentTarget.form?.requestSubmit()
      }}
    />
  </label>
)

const SelectFilter = ({ name, label, value, options }: FilterSelect) => (
  <div className="df-select">
    <select
      name={name}
      className="df-control"
      aria-label={label}
      defaultValue={value}
      onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    >
      <Options options={options} />
    </select>
    <ChevronDown aria-hidden size={18} strokeWidth={1.6} />
  </div>
)

/** Narrow screens show the days once the box is checked. It has no name, so that it isn't submitted. */
const DateFilters = ({ dates }: { dates: readonly FilterDate[] }) => (
  <>
    <label className="df-tools__days">
      <input
        type="checkbox"
        className="df-check"
        defaultChecked={dates.some(({ value }) => value !== '')}
      />
      By date
    </label>
    <div className="df-tools__range">
      {dates.map((date) => (
        <DateFilter key={date.name} {...date} />
      ))}
    </div>
  </>
)

/** A GET form: selects submit at once, the search on Enter. */
export function ListFilters({
  action,
  label,
  placeholder,
  search,
  selects = [],
  dates = [],
  keep = {},
}: Props) {
  const router = useRouter()
  const { startRouteTransition } = useRouteTransition()
  const usual = new Map(selects.map((select) => [select.name, select.usual]))

  const show = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const filled = [...new FormData(event.currentTarget)].filter(
      ([name, value]) => typeof value === 'string' && value !== '' && value !== usual.get(name),
    )
    const params = new URLSearchParams(filled as [string, string][])
    startRouteTransition(() =>
      router.push(`${action}${params.size > 0 ? `?${params.toString()}` : ''}`),
    )
  }
  return (
    <form
      action={action}
      role={placeholder ? 'search' : undefined}
      aria-label={label}
      className="df-tools"
      onSubmit={show}
    >
      {placeholder ? (
        <SearchInput
          name="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder={placeholder}
          defaultValue={search}
          enterKeyHint="search"
        />
      ) : null}
      {Object.entries(keep).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      {selects.map((select) => (
        <SelectFilter key={select.name} {...select} />
      ))}
      {dates.length > 0 ? <DateFilters dates={dates} /> : null}
    </form>
  )
}
