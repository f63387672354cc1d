import type { ProductView } from '@/modules/catalog/queries/get-product'

export function Breadcrumb({ category }: Pick<ProductView, 'category'>) {
  return (
    <nav aria-label="Breadcrumb" className="pt-1.5 pb-5 text-small text-ink-mute">
      <ol className="flex gap-2.5">
        <li>
          <a className="link font-[450]" href="/products">
            Shop
          </a>
        </li>
        {category ? (
          <>
            <li aria-hidden="true">/</li>
            <li>
              <a className="link font-[450]" href={`/products?category=${category.slug}`}>
                {category.name}
              </a>
            </li>
          </>
        ) : null}
      </ol>
    </nav>
  )
}
