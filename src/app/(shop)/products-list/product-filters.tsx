'use client'
import type { FormEvent } from 'react'

import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import {
  priceBandLabels,
  priceBands,
  type ProductSearch,
  productSortLabels,
  productSorts,
} from '@/modules/catalog/rules/product-search'
import { SelectField, TextField } from '@/ui/form-fields'
import { Icon } from '@/ui/icon'
import { inputClass } from '@/ui/input-class'

type ControlProps = { search: ProductSearch; prefix?: string; className?: string }

export function SearchControl({ search }: ControlProps) {
  return (
    <div className="relative">
      <TextField
        id="q"
        label="Search"
        name="search"
        type="search"
        defaultValue={search.search}
        maxLength={100}
        placeholder="Fern, moon, hoodie"
        enterKeyHint="search"
        inputClassName="pl-11! text-base!"
      />
      <Icon
        name="search"
        className="pointer-events-none absolute bottom-3.75 left-3.5 size-4.5 text-ink-mute"
      />
    </div>
  )
}

export function CategoryControl({
  search,
  categories,
  prefix = '',
  className,
}: ControlProps & { categories: readonly CategoryView[] }) {
  return (
    <SelectField
      id={`${prefix}category`}
      label="Category"
      name="category"
      defaultValue={search.category}
      className={className}
    >
      <option value="">All categories</option>
      {categories.map(({ id, name, slug }) => (
        <option key={id} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

export function PriceControl({ search, prefix = '', className }: ControlProps) {
  return (
    <SelectField
      id={`${prefix}price`}
      label="Price"
      name="price"
      defaultValue={search.price}
      className={className}
    >
      <option value="">All prices</option>
      {priceBands.map((band) => (
        <option key={band} value={band}>
          {priceBandLabels[band]}
        </option>
      ))}
    </SelectField>
  )
}

export function SortControl({ search }: ControlProps) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor="sort" className="text-small font-semibold max-lg:sr-only">
        Sort by
      </label>
      <span className="relative block">
        <select
          id="sort"
          name="sort"
          defaultValue={search.sort}
          className={`${inputClass} cursor-pointer appearance-none pr-10 max-lg:bg-transparent max-lg:font-semibold`}
        >
          {productSorts.map((sort) => (
            <option key={sort} value={sort}>
              {productSortLabels[sort]}
            </option>
          ))}
        </select>
        <Icon
          name="down"
          className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2"
        />
      </span>
    </div>
  )
}

export function readFilterForm(form: HTMLFormElement | null): Record<string, string> {
  return form
    ? Object.fromEntries(
        [...new FormData(form)].filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      )
    : {}
}
export function readFilterControls(event: FormEvent<HTMLFormElement>): Record<string, string> {
  return readFilterForm(event.currentTarget)
}
