import { notFound } from 'next/navigation'

import { LazyDeleteDiscount, LazyDiscountCodes, LazyDiscountForm } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { listCategories } from '@/modules/catalog/queries/list-categories'
import { getDiscount, listDiscountCodes, listDiscountedProducts } from '@/modules/discounts/queries'
import { env } from '@/platform/env'

import { describeDiscount } from './discount-text'

const back = { label: 'All discounts', href: '/admin/discounts' }
/** More are in the CSV file. */
const codesShown = 200

export const DiscountScreen = defineScreen({
  requires: 'products:write',
  show: async ({ payload, segments, id }) => {
    const db = payload.db.drizzle
    const categories = await listCategories(payload)
    const form = { categories, timeZone: env.SHOP_TIME_ZONE }
    if (segments[1] === 'new')
      return {
        title: 'New discount',
        back,
        children: <LazyDiscountForm key="new" {...form} discount={null} products={[]} />,
      }
    const discount = await getDiscount(db, id(1))
    if (!discount) notFound()
    const [codes, chosen] = await Promise.all([
      listDiscountCodes(db, discount.id, codesShown),
      listDiscountedProducts(db, discount.id),
    ])
    return {
      title: discount.name,
      back,
      lead: describeDiscount(discount),
      actions: discount.uses === 0 ? <LazyDeleteDiscount discount={discount} /> : undefined,
      children: (
        <>
          <LazyDiscountForm key={discount.id} {...form} discount={discount} products={chosen} />
          {discount.isAutomatic ? null : (
            <LazyDiscountCodes discount={discount} codes={codes} shopUrl={env.SERVER_URL} />
          )}
        </>
      ),
    }
  },
})
