import { FilterLinks } from '@/app/(shop)/list-page'
import type { FacetsView, FacetView } from '@/modules/catalog/queries/search-products'
import { type Garment, garmentLabels, garments } from '@/modules/catalog/rules/garments'
import {
  optionLabel,
  type ProductSearch,
  productSearchHref,
} from '@/modules/catalog/rules/product-search'

const isGarment = (value: string): value is Garment => garments.some((garment) => garment === value)

const sizeOrder = ['xs', 's', 'm', 'l', 'xl', '2xl', '3xl', '4xl', '5xl']
const placeOfSize = (size: string): number => {
  const index = sizeOrder.indexOf(size)
  return index < 0 ? sizeOrder.length : index
}

const groups = [
  {
    filter: 'garment',
    label: 'Type',
    labelOf: (value: string) => (isGarment(value) ? garmentLabels[value] : value),
    order: (a: FacetView, b: FacetView) =>
      garments.findIndex((garment) => garment === a.value) -
      garments.findIndex((garment) => garment === b.value),
  },
  {
    filter: 'color',
    label: 'Color',
    labelOf: (value: string) => optionLabel('color', value),
    order: (a: FacetView, b: FacetView) => a.value.localeCompare(b.value),
  },
  {
    filter: 'size',
    label: 'Size',
    labelOf: (value: string) => optionLabel('size', value),
    order: (a: FacetView, b: FacetView) => placeOfSize(a.value) - placeOfSize(b.value),
  },
] as const

/** The garment, color, and size filters as links, each with the number of products it leaves. A chosen one links to the list without it. */
export function ProductFacets({ search, facets }: { search: ProductSearch; facets: FacetsView }) {
  return (
    <div className="grid gap-4">
      {groups.map(({ filter, label, labelOf, order }) => {
        const chosen = search[filter]
        const choices = facets[filter].toSorted(order)
        if (choices.length === 0) return null
        return (
          <div key={filter} className="grid gap-2">
            <p className="text-small font-semibold" aria-hidden="true">
              {label}
            </p>
            <FilterLinks
              label={label}
              isFollowed={filter === 'garment'}
              links={choices.map(({ value, count }) => ({
                label: `${labelOf(value)} (${count})`,
                href: productSearchHref({
                  ...search,
                  [filter]: value === chosen ? '' : value,
                  page: 1,
                }),
                isCurrent: value === chosen,
              }))}
            />
          </div>
        )
      })}
    </div>
  )
}
