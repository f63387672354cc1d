import { ProductCard } from '@/components/product/product-card'
import type { ProductCardView } from '@/modules/catalog/queries/product-cards'

import { SectionHeading } from './section-heading'

export function FeaturedProducts({
  products: [first, ...others],
}: {
  products: readonly ProductCardView[]
}) {
  return first ? (
    <section className="wrap section-y">
      <SectionHeading title="Made for ordinary days">
        <p className="max-w-[27rem] text-ink-soft">
          Soft cotton, printed when you order.{' '}
          <a className="link whitespace-nowrap text-ink" href="/products">
            See everything
          </a>
        </p>
      </SectionHeading>
      <ul className="mt-[clamp(1.8rem,3.4vw,3rem)] grid grid-cols-2 gap-x-4 gap-y-7.5 lg:grid-cols-4 lg:gap-x-6 lg:gap-y-10.5">
        <li className="col-span-full lg:col-span-2 lg:row-span-2">
          <ProductCard
            product={first}
            big
            sizes="(min-width: 64rem) min(41rem, 46vw), calc(100vw - 2.5rem)"
          />
        </li>
        {others.map((product) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              sizes="(min-width: 64rem) min(20rem, 22vw), calc(50vw - 1.75rem)"
            />
          </li>
        ))}
      </ul>
    </section>
  ) : null
}
