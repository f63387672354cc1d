import { ProductCard } from '@/components/product/product-card'
import type { ProductCardView } from '@/modules/catalog/queries/product-cards'

export function RelatedProducts({ products }: { products: readonly ProductCardView[] }) {
  return products.length === 0 ? null : (
    <section className="wrap pb-(--sec)">
      <h2 className="mb-7 text-h2">You might also like</h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-9 lg:grid-cols-4 lg:gap-x-6.5">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              sizes="(min-width: 64rem) min(20rem, 22vw), calc(50vw - 1.75rem)"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
