import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { SizeGuideRow } from '@/modules/catalog/rules/size-guide'
import { type PictureView, toPictureView } from '@/modules/media/queries/pictures'
import { products, products_size_guide } from '@/payload-generated-schema'

import { firstPicture, isForSale } from './product-columns'

/** A table of measurements and the products it is for. */
type SizeGuide = {
  rows: SizeGuideRow[]
  products: { id: number; name: string }[]
  picture: PictureView | null
}

/** Returns the size guides that products have of their own, each table once. Other products use the shop's. */
export async function listSizeGuides({ db }: Payload): Promise<SizeGuide[]> {
  const guides = db.drizzle
    .select({
      product: products_size_guide._parentID,
      rows: sql<
        SizeGuideRow[]
      >`json_agg(json_build_object('size', ${products_size_guide.size}, 'chest', ${products_size_guide.chest}, 'length', ${products_size_guide.length}) order by ${products_size_guide._order})`.as(
        'rows',
      ),
    })
    .from(products_size_guide)
    .groupBy(products_size_guide._parentID)
    .as('guides')
  const productGuides = await db.drizzle
    .select({ id: products.id, name: products.name, rows: guides.rows, picture: firstPicture })
    .from(products)
    .innerJoin(guides, eq(guides.product, products.id))
    .where(isForSale)
    .orderBy(products.name, products.id)
  const guidesByRows = new Map<string, SizeGuide>()
  for (const { id, name, rows, picture } of productGuides) {
    const key = JSON.stringify(rows)
    const guide = guidesByRows.get(key) ?? {
      rows,
      products: [],
      picture: picture && toPictureView(picture),
    }
    guide.products.push({ id, name })
    guidesByRows.set(key, guide)
  }
  return [...guidesByRows.values()]
}
