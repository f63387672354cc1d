'use client'
import { useRouter } from 'next/navigation'
import {
  type FormEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react'

import { ApplyFilters, useSelectChanges } from '@/app/(shop)/filter-form'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import {
  defaultProductSearch,
  parseProductSearch,
  type ProductSearch,
  productSearchHref,
} from '@/modules/catalog/rules/product-search'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { lazyDialog } from '@/ui/lazy-dialog'

import type { FilterSheetProps } from './filter-sheet'
import {
  CategoryControl,
  PriceControl,
  readFilterControls,
  readFilterForm,
  SearchControl,
  SortControl,
} from './product-filters'
import { ProductGridSkeleton } from './product-grid-skeleton'

const filterSheet = lazyDialog<FilterSheetProps>(() =>
  import('./filter-sheet').then((loaded) => loaded.FilterSheet),
)

/** Each result is a page with a new form, so the control that was used last gets the focus back. */
let lastUsed = ''

const wideOnly = 'wide-only max-lg:hidden'
const withoutScripts = '.wide-only{display:grid!important}.scripts-only{display:none!important}'

type Props = {
  search: ProductSearch
  categories: CategoryView[]
  /** Links that filter by type, color, and size. */
  facets: ReactNode
  children: ReactNode
}

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

type ControlsProps = Pick<Props, 'search' | 'categories'> & {
  onOpenSheet: () => void
  /** A select was changed with the keyboard, and waits for Enter or the button. */
  isWaiting: boolean
}

const FilterControls = ({ search, categories, onOpenSheet, isWaiting }: ControlsProps) => {
  const { category, garment, color, size, price } = search
  const active = [category, garment, color, size, price].filter(Boolean).length
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
          onPointerEnter={filterSheet.preload}
          onFocus={filterSheet.preload}
          onClick={onOpenSheet}
        >
          <Icon name="filter" className="size-4.5" />
          Filters{active > 0 ? ` (${active})` : ''}
        </button>
        <SortControl search={search} />
      </div>
      {(['garment', 'color', 'size'] as const).map((name) =>
        search[name] ? <input key={name} type="hidden" name={name} value={search[name]} /> : null,
      )}
      {isWaiting ? null : (
        <button
          type="submit"
          form="clear-filters"
          className={buttonClass({ variant: 'line', className: wideOnly })}
        >
          Clear filters
        </button>
      )}
      <ApplyFilters isWaiting={isWaiting} />
      <noscript>
        <style>{withoutScripts}</style>
      </noscript>
    </>
  )
}

/** Shows the list of a search in place. Re-sorting the same list adds no history entry. */
const useProductList = (search: ProductSearch) => {
  const router = useRouter()
  const [pending, start] = useTransition()
  const show = (values: Record<string, string>): void => {
    const next = parseProductSearch({ ...search, ...values, page: '1' })
    const isOnlySorted =
      productSearchHref({ ...next, sort: search.sort }) ===
      productSearchHref({ ...search, page: 1 })
    start(() =>
      router[isOnlySorted ? 'replace' : 'push'](productSearchHref(next), { scroll: false }),
    )
  }
  return { pending, show }
}

const FacetsDisclosure = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <details className={`${wideOnly} group border-b border-line py-3`} open={isOpen}>
    <summary className="flex w-fit cursor-pointer items-center gap-2 py-2 font-[550]">
      Type, color, and size
      <Icon name="down" className="size-4.5 transition-transform group-open:rotate-180" />
    </summary>
    <div className="pt-3 pb-4">{children}</div>
  </details>
)

/** A plain GET form above the results. With scripts the page stays where it is. */
export function ProductListFrame({ search, categories, facets, children }: Props) {
  const { pending, show } = useProductList(search)
  const form = useFormWithFocus()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const { isWaiting, ...selectChanges } = useSelectChanges((name) => {
    lastUsed = name
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    lastUsed ||= 'search'
    show(readFilterControls(event))
  }
  const sharedProps = { search, categories }
  return (
    <>
      <form
        ref={form}
        action="/products"
        onSubmit={onSubmit}
        {...selectChanges}
        role="search"
        aria-label="Products"
        className="grid gap-3.5 border-y border-line py-4.5 lg:grid-cols-[1.7fr_1fr_1fr_1fr_auto] lg:items-end"
      >
        <FilterControls
          {...sharedProps}
          onOpenSheet={() => void filterSheet.isReady().then(setSheetOpen)}
          isWaiting={isWaiting}
        />
      </form>
      <form
        id="clear-filters"
        action="/products"
        onSubmit={(event) => {
          event.preventDefault()
          form.current?.reset()
          show({ ...defaultProductSearch, page: '1' })
        }}
      />
      <FacetsDisclosure isOpen={Boolean(search.garment || search.color || search.size)}>
        {facets}
      </FacetsDisclosure>
      {isSheetOpen ? (
        <Suspense>
          <filterSheet.Dialog
            {...sharedProps}
            facets={facets}
            onShow={(values) => show({ ...readFilterForm(form.current), ...values })}
            onClose={() => setSheetOpen(false)}
          />
        </Suspense>
      ) : null}
      <div aria-busy={pending}>{pending ? <ProductGridSkeleton /> : children}</div>
    </>
  )
}
