import { Picture } from '@/components/picture'
import { Button } from '@/ui/button'

import { recentlyViewedStore, type ViewedProduct } from './recently-viewed-store'

/** Its own file, because it is fetched when there is something to show. */
export function RecentlyViewedList({ products }: { products: readonly ViewedProduct[] }) {
  return (
    <section className="wrap pb-(--sec)" aria-labelledby="recently-viewed">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="recently-viewed" className="text-h3">
          Recently viewed
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-mute">
          Only on this device.
          <Button variant="ghost" size="sm" className="px-2!" onClick={recentlyViewedStore.clear}>
            Clear
          </Button>
        </p>
      </div>
      <ul className="grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-6 sm:gap-x-4">
        {products.map(({ id: productId, name, picture }) => (
          <li key={productId} className="relative grid content-start gap-2">
            <div className="product-frame">
              <Picture
                picture={picture}
                sizes="(min-width: 40rem) 13rem, 30vw"
                widest={640}
                alt=""
                className="dim"
              />
            </div>
            <a
              href={`/products/${productId}`}
              className="text-small leading-snug font-[550] after:absolute after:inset-0"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
