import { and, eq, inArray, isNull, ne } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { CategoryInput } from '@/modules/catalog/schemas/admin-categories'
import { listDiscountsOfCategory } from '@/modules/discounts/queries'
import { categories, content, products } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { AppError, notFound } from '@/platform/errors'
import { shortSlug, toSlug } from '@/platform/slug'
import { type Tx, withTransaction } from '@/platform/transaction'

/** Length of the column (collections/Categories). */
const maxSlugLength = 60

async function assertSlugIsFree(tx: Tx, slug: string, id = 0): Promise<void> {
  if (!slug)
    throw new AppError('invalid', 'Please enter a URL handle.', {
      fields: { slug: 'Please use letters or numbers in the URL handle.' },
    })
  if ((await tx.$count(categories, and(eq(categories.slug, slug), ne(categories.id, id)))) > 0)
    throw new AppError('invalid', 'Another category already uses this URL handle.', {
      fields: { slug: 'Another category already uses this URL handle.' },
    })
}

async function lockCategory(tx: Tx, id: number) {
  const [category] = await tx
    .select({ slug: categories.slug, updatedAt: categories.updatedAt })
    .from(categories)
    .where(eq(categories.id, id))
    .for('update')
  if (!category) throw notFound('This category')
  return category
}

type CategoryMembers = { productIds: number[]; contentIds: number[] }

/**
 * Creates a category. `members` were in one that was deleted: those that are in no category since then go into this one.
 * @throws AppError invalid (the slug is taken)
 */
export function createCategory(
  payload: Payload,
  user: User,
  { name, slug, description }: CategoryInput,
  { productIds, contentIds }: CategoryMembers,
): Promise<number> {
  return withTransaction(payload, async (req, tx) => {
    const newSlug = slug ? toSlug(slug) : shortSlug(name, maxSlugLength)
    await assertSlugIsFree(tx, newSlug)
    const { id } = await payload.create({
      collection: 'categories',
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: { name, slug: newSlug, description },
    })
    await tx
      .update(products)
      .set({ category: id })
      .where(and(isNull(products.category), inArray(products.id, productIds)))
    await tx
      .update(content)
      .set({ category: id })
      .where(and(isNull(content.category), inArray(content.id, contentIds)))
    await revalidateTags({ payload, transactionID: req.transactionID }, [cacheTags.contents])
    return id
  })
}

/** @throws AppError not_found, invalid (the slug is taken); whatever `expectUnchanged` throws */
export function updateCategory(
  payload: Payload,
  user: User,
  id: number,
  { name, slug, description }: CategoryInput,
  expectUnchanged: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const category = await lockCategory(tx, id)
    expectUnchanged(new Date(category.updatedAt).toISOString())
    const newSlug = toSlug(slug || category.slug)
    await assertSlugIsFree(tx, newSlug, id)
    await payload.update({
      collection: 'categories',
      id,
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: { name, slug: newSlug, description },
    })
  })
}

const maxNamedDiscounts = 3
/** A discount would silently lose the category, and with its only one apply to nothing. */
async function assertNoDiscountNeeds(tx: Tx, id: number): Promise<void> {
  const names = await listDiscountsOfCategory(tx, id)
  if (names.length === 0) return
  const others = names.length - maxNamedDiscounts
  const listed = new Intl.ListFormat('en-US').format([
    ...names.slice(0, maxNamedDiscounts).map((name) => `“${name}”`),
    ...(others > 0 ? [`${others} more`] : []),
  ])
  throw new AppError(
    'conflict',
    names.length === 1
      ? `The discount ${listed} is limited to this category. Please end it or change what it applies to first.`
      : `The discounts ${listed} are limited to this category. Please end them or change what they apply to first.`,
  )
}

/**
 * Deletes a category; its members stay, without one. Returns them, so that this can be undone.
 * @throws AppError not_found, conflict (a discount that hasn't ended is limited to it)
 */
export function deleteCategory(payload: Payload, user: User, id: number): Promise<CategoryMembers> {
  return withTransaction(payload, async (req, tx) => {
    await lockCategory(tx, id)
    await assertNoDiscountNeeds(tx, id)
    const inProducts = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.category, id))
    const inContent = await tx
      .select({ id: content.id })
      .from(content)
      .where(eq(content.category, id))
    await payload.delete({
      collection: 'categories',
      id,
      depth: 0,
      overrideAccess: false,
      user,
      req,
    })
    await revalidateTags({ payload, transactionID: req.transactionID }, [cacheTags.contents])
    return {
      productIds: inProducts.map((row) => row.id),
      contentIds: inContent.map((row) => row.id),
    }
  })
}
