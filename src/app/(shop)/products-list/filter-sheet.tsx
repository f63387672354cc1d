'use client'
import type { ReactNode, RefObject } from 'react'

import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import { defaultProductSearch, type ProductSearch } from '@/modules/catalog/rules/product-search'
import { Button } from '@/ui/button'
import { Modal } from '@/ui/modal'

import { CategoryControl, PriceControl, readFilterControls } from './product-filters'

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  search: ProductSearch
  categories: CategoryView[]
  facets: ReactNode
  onShow: (values: Record<string, string>) => void
}

export function FilterSheet({ ref, search, categories, facets, onShow }: Props) {
  const show = (values: Record<string, string>): void => {
    ref.current?.close()
    onShow(values)
  }
  return (
    <Modal ref={ref} title="Filters" shape="panel">
      <form
        className="mt-4 grid gap-5"
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
      <div className="mt-6 border-t border-line pt-5">{facets}</div>
    </Modal>
  )
}
