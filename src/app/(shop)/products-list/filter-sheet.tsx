'use client'
import { type ReactNode, useEffect, useRef } from 'react'

import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import { defaultProductSearch, type ProductSearch } from '@/modules/catalog/rules/product-search'
import { Button } from '@/ui/button'
import { Modal } from '@/ui/modal'

import { CategoryControl, PriceControl, readFilterControls } from './product-filters'

export type FilterSheetProps = {
  search: ProductSearch
  categories: CategoryView[]
  facets: ReactNode
  onShow: (values: Record<string, string>) => void
  onClose: () => void
}

/** The filters of small screens; its own file, because it is fetched when someone opens it. */
export function FilterSheet({ search, categories, facets, onShow, onClose }: FilterSheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const facetLinks = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal()
  }, [])
  const show = (values: Record<string, string>): void => {
    ref.current?.close()
    onShow(values)
  }
  /** The links below keep what was just chosen in the form. */
  const updateFacetLinks = (values: Record<string, string>): void => {
    for (const link of facetLinks.current?.querySelectorAll('a') ?? []) {
      const url = new URL(link.href)
      for (const [name, value] of Object.entries(values))
        if (value) url.searchParams.set(name, value)
        else url.searchParams.delete(name)
      link.href = url.href
    }
  }
  return (
    <Modal ref={ref} title="Filters" shape="panel" onClose={onClose}>
      <form
        className="mt-4 grid gap-5"
        onChange={(event) => updateFacetLinks(readFilterControls(event))}
        onSubmit={(event) => {
          event.preventDefault()
          show(readFilterControls(event))
        }}
      >
        <CategoryControl search={search} categories={categories} prefix="sheet-" />
        <PriceControl search={search} prefix="sheet-" />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className="grow">
            Show products
          </Button>
          <Button variant="ghost" onClick={() => show({ ...defaultProductSearch, page: '1' })}>
            Clear filters
          </Button>
        </div>
      </form>
      <div ref={facetLinks} className="mt-6 border-t border-line pt-5">
        {facets}
      </div>
    </Modal>
  )
}
