import { notFound } from 'next/navigation'

import { LazyProductForm } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { type AdminProduct, getAdminProduct } from '@/modules/catalog/queries/admin-products'
import { listCategories } from '@/modules/catalog/queries/list-categories'
import { listProductPrices } from '@/modules/catalog/queries/price-history'
import { countWaiting } from '@/modules/one-time-emails/queries'
import { env } from '@/platform/env'
import { Badge } from '@/ui/badge'

import { RestoreProduct } from './delete-product'
import { PriceHistory, pricesShown } from './price-history'
import { emptyProductForm, toProductFormValues } from './product-form-values'

const back = { label: 'All products', href: '/admin/products' }

const factsOf = (product: AdminProduct, waiting: number) => [
  {
    label: 'Edited',
    text: `${formatDateTime(product.updatedAt)}${product.updatedBy ? ` by ${product.updatedBy}` : ''}`,
  },
  { label: 'Created', text: formatDateTime(product.createdAt) },
  {
    label: 'Printful',
    text: product.printfulProductId ? `Synced, ${product.printfulProductId}` : 'Not synced',
  },
  ...(product.uses.openOrders > 0
    ? [{ label: 'Open orders', text: String(product.uses.openOrders) }]
    : []),
  ...(waiting > 0
    ? [
        {
          label: 'Back in stock',
          text: `${waiting === 1 ? '1 person' : `${waiting} people`} asked for an email`,
        },
      ]
    : []),
]

const TrashedProduct = ({ product: { id, name } }: { product: AdminProduct }) => (
  <Panel>
    <div className="df-panel__form">
      <p>It’s hidden from the shop. Restore it to edit it.</p>
      <RestoreProduct id={id} name={name} />
    </div>
  </Panel>
)

export const ProductScreen = defineScreen({
  requires: 'products:write',
  show: async ({ payload, segments, id }) => {
    const categories = await listCategories(payload)
    const timeZone = env.SHOP_TIME_ZONE
    if (segments[1] === 'new')
      return {
        title: 'New product',
        back,
        children: (
          <LazyProductForm
            key="new"
            id={null}
            initial={emptyProductForm}
            version={null}
            categories={categories}
            timeZone={timeZone}
            facts={[]}
          />
        ),
      }
    const product = await getAdminProduct(payload, id(1))
    if (!product) notFound()
    if (product.deletedAt)
      return {
        title: product.name,
        back,
        lead: `In the trash since ${formatDateTime(product.deletedAt)}.`,
        children: <TrashedProduct product={product} />,
      }
    const [waiting, prices] = await Promise.all([
      countWaiting(payload, product.id),
      listProductPrices(payload, product.id, { page: 1, limit: pricesShown }),
    ])
    return {
      title: product.name,
      back,
      lead:
        product.isActive && !product.canBeBought ? (
          <Badge tone="bad">Not for sale: no price or nothing in stock</Badge>
        ) : undefined,
      children: (
        <LazyProductForm
          key={product.id}
          id={product.id}
          initial={toProductFormValues(product, timeZone)}
          version={product.updatedAt}
          categories={categories}
          timeZone={timeZone}
          facts={factsOf(product, waiting)}
          history={<PriceHistory prices={prices} />}
        />
      ),
    }
  },
})
