import { notFound } from 'next/navigation'
import { type AdminProduct, getAdminProduct } from '../../queries/admin-products'
import { listCategories } from '../../queries/list-categories'
import { Badge } from '../parts/badge'
import { formatMoment } from '../parts/dates'
import { Panel } from '../parts/panel'
import { screen } from '../screen'
import { draftOf, emptyDraft } from './product-draft'
import { ProductForm } from './product-form'
import { RestoreProduct } from './restore-product'

const idOf = (segment = ''): number => (/^[1-9]\d{0,8}$/.test(segment) ? Number(segment) : notFound())
const back = { label: 'All products', href: '/admin/products' }

const factsOf = (product: AdminProduct) => [
  { label: 'Changed', text: `${formatMoment(product.updatedAt)}${product.updatedBy ? ` by ${product.updatedBy}` : ''}` },
  { label: 'Created', text: formatMoment(product.createdAt) },
  { label: 'Printful', text: product.printfulProductId ? `Synced, ${product.printfulProductId}` : 'Not synced' },
  ...(product.uses.openOrders > 0 ? [{ label: 'Open orders', text: String(product.uses.openOrders) }] : []),
]

/** Creates under /admin/products/new, changes under the number of a product. */
export const ProductScreen = screen({
  requires: 'products:write',
  show: async ({ payload, segments }) => {
    const categories = await listCategories(payload)
    if (segments[1] === 'new') return { title: 'New product', back, children: <ProductForm key="new" id={null} initial={emptyDraft} version={null} categories={categories} facts={[]} /> }
    const product = await getAdminProduct(payload, idOf(segments[1]))
    if (!product) notFound()
    if (product.deletedAt)
      return {
        title: product.name, back, lead: `In the trash since ${formatMoment(product.deletedAt)}.`,
        children: <Panel><div className="df-panel__form"><p>The shop does not show it. Restored, it is as it was, and can be changed again.</p><RestoreProduct id={product.id} name={product.name} /></div></Panel>,
      }
    return {
      title: product.name, back,
      lead: product.isActive && !product.canBeBought ? <Badge tone="bad">Cannot be bought: no price, or nothing available</Badge> : undefined,
      children: <ProductForm key={product.id} id={product.id} initial={draftOf(product)} version={product.updatedAt} categories={categories} facts={factsOf(product)} />,
    }
  },
})
