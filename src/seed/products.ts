import type { Payload } from 'payload'

import { withoutAudit } from '@/hooks/record-audit'
import { variantKeys } from '@/modules/catalog/rules/product'
import { centsFromDollars } from '@/platform/money'
import { toSlug } from '@/platform/slug'

import { seedCategories, type SeedCategory } from './catalog/categories'
import { type SeedProduct, seedProducts } from './catalog/products'
import { daysAgo } from './days-ago'

const isSoldOut = (product: SeedProduct, size: string | null, color: string | null): boolean =>
  (product.unavailable ?? []).some(
    (row) =>
      (row.size === undefined || row.size === size) &&
      (row.color === undefined || row.color === color),
  )

const variantsOf = (product: SeedProduct, colors: string[]) =>
  variantKeys(product.sizes, colors).map(({ size, color }) => ({
    size,
    color,
    sku: [product.slug, color, size]
      .filter(Boolean)
      .map((part) => toSlug(part ?? ''))
      .join('-')
      .toUpperCase(),
    costCents: centsFromDollars(product.printCostDollars),
    available: !isSoldOut(product, size, color),
  }))

/** Adds the categories whose slug does not exist yet. */
export async function seedCategoryRows(
  payload: Payload,
  wanted: readonly SeedCategory[] = seedCategories,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const category of wanted) {
    const {
      docs: [existing],
    } = await payload.find({
      collection: 'categories',
      where: { slug: { equals: category.slug } },
      limit: 1,
      pagination: false,
    })
    ids.set(
      category.slug,
      (
        existing ??
        (await payload.create({
          collection: 'categories',
          data: { ...category },
          context: withoutAudit(),
        }))
      ).id,
    )
  }
  return ids
}

/** Adds the products whose slug does not exist yet; existing ones keep the changes of staff. */
export async function seedProductRows(
  payload: Payload,
  pictures: ReadonlyMap<string, number>,
): Promise<void> {
  const categories = await seedCategoryRows(payload)
  const ids = (names: readonly string[]): number[] =>
    names.flatMap((name) => pictures.get(name) ?? [])
  for (const product of seedProducts) {
    const { totalDocs } = await payload.count({
      collection: 'products',
      where: { slug: { equals: product.slug } },
    })
    if (totalDocs > 0) continue
    const colors = product.colors.map(({ color }) => color)
    await payload.create({
      collection: 'products',
      context: withoutAudit(),
      data: {
        slug: product.slug,
        name: product.name,
        description: product.description,
        basePriceCents: centsFromDollars(product.basePrice),
        salePriceCents: product.salePrice ? centsFromDollars(product.salePrice) : null,
        category: categories.get(product.category),
        tags: [...product.tags],
        sizesAvailable: [...product.sizes],
        colorsAvailable: colors,
        // The first picture of each color first, so that a card shows the garment and not a detail.
        images: [
          ...new Set([
            ...ids(product.colors.flatMap(({ pictures: [front] }) => front ?? [])),
            ...ids(product.colors[0]?.pictures ?? []),
          ]),
        ],
        colorImages: product.colors.map(({ color, pictures: names }) => ({
          color,
          images: ids(names),
        })),
        artwork: pictures.get(product.artwork),
        variants: variantsOf(product, colors),
        designInspiration: product.designInspiration,
        careInstructions: product.careInstructions,
        sizeGuide: (product.sizeGuide ?? []).map((row) => ({ ...row })),
        isFeatured: product.featured ?? false,
        isActive: product.active ?? true,
        seoDescription: product.seoDescription,
        createdAt: daysAgo(product.ageInDays).toISOString(),
      },
    })
  }
}
