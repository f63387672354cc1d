'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'

import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import {
  parseProductSearch,
  type ProductSearch,
  productSearchHref,
} from '@/modules/catalog/rules/product-search'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { useModal } from '@/ui/modal'

import { FilterSheet } from './filter-sheet'
import {
  CategoryControl,
  PriceControl,
  readFilterControls,
  readFilterForm,
  SearchControl,
  SortControl,
} from './product-filters'
import { ProductGridSkeleton } from './product-grid-skeleton'

/** Each result is a page with a new form, so the control that was used last gets the focus back. */
let lastUsed = ''

const wideOnly = 'wide-only max-lg:hidden'
const withoutScripts = '.wide-only{display:grid!important}.scripts-only{display:none!important}'

type Props = { search: ProductSearch; categories: CategoryView[]; children: ReactNode }

const useFormWithFocus = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (lastUsed)
      form.current
        ?.querySelector<HTMLElement>(`[name="${lastUsed}"]`)
        ?.focus({ preventScroll: true })
    lastUsed = ''
  }, [])
  return form
}

type ControlsProps = Omit<Props, 'children'> & { onOpenSheet: () => void }

const FilterControls = ({ search, categories, onOpenSheet }: ControlsProps) => {
  const active = [search.category, search.price].filter(Boolean).length
  return (
    <>
      <SearchControl search={search} />
      <CategoryControl search={search} categories={categories} className={wideOnly} />
      <PriceControl search={search} className={wideOnly} />
      <div className="grid grid-cols-2 gap-3 lg:contents">
        <button
          type="button"
          aria-haspopup="dialog"
          className={buttonClass({ variant: 'line', className: 'scripts-only lg:hidden' })}
          onClick={onOpenSheet}
        >
          <Icon name="filter" className="size-4.5" />
          Filters{active > 0 ? ` (${active})` : ''}
        </button>
        <SortControl search={search} />
      </div>
      <button
        type="submit"
        form="clear-filters"
        className={buttonClass({ variant: 'line', className: wideOnly })}
      >
        Clear filters
      </button>
      <noscript>
        <style>{withoutScripts}</style>
        <button type="submit" className={buttonClass()}>
          Show these
        </button>
      </noscript>
    </>
  )
}

/** A plain GET form above the results. With scripts a changed select asks at once, and the page stays where it is. */
export function ProductListFrame({ search, categories, children }: Props) {
  const router = useRouter()
  const [pending, start] = useTransition()
  const form = useFormWithFocus()
  const sheet = useModal()

  const show = (values: Record<string, string>): void => {
    const href = productSearchHref(parseProductSearch({ ...search, ...values, page: '1' }))
    start(() => router.push(href, { scroll: false }))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    lastUsed ||= 'search'
    show(readFilterControls(event))
  }
  const onChange = (event: FormEvent<HTMLFormElement>): void => {
    if (!(event.target instanceof HTMLSelectElement)) return
    lastUsed = event.target.name
    event.currentTarget.requestSubmit()
  }

  return (
    <>
      <form
        ref={form}
        action="/products"
        onSubmit={onSubmit}
        onChange={onChange}
        role="search"
        aria-label="Products"
        className="grid gap-3.5 border-y border-line py-4.5 lg:grid-cols-[1.7fr_1fr_1fr_1fr_auto] lg:items-end"
      >
        <FilterControls search={search} categories={categories} onOpenSheet={sheet.open} />
      </form>
      <form
        id="clear-filters"
        action="/products"
        onSubmit={(event) => {
          event.preventDefault()
          form.current?.reset()
          start(() => router.push('/products', { scroll: false }))
        }}
      />
      {sheet.isInPage ? (
        <FilterSheet
          ref={sheet.ref}
          search={search}
          categories={categories}
          onShow={(values) => show({ ...readFilterForm(form.current), ...values })}
        />
      ) : null}
      <div aria-busy={pending}>{pending ? <ProductGridSkeleton /> : children}</div>
    </>
  )
}
