import type { GlobalAfterChangeHook, PayloadRequest } from 'payload'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import type { Category, Content, Page, Product, Review } from '@/payload-types'

/** After a save or a delete, the pages that show the document are forgotten. Used as afterChange and afterDelete. */
type Args<T> = { doc: T; previousDoc?: T; req: PayloadRequest }

export const revalidateProduct = async ({ doc, req }: Args<Product>): Promise<void> =>
  revalidateTags(req, [cacheTags.product(doc.id), cacheTags.products])

export const revalidateCategory = async ({ req }: Args<Category>): Promise<void> =>
  revalidateTags(req, [cacheTags.categories, cacheTags.products])

export const revalidateReview = async ({ doc, req }: Args<Review>): Promise<void> => {
  const product = typeof doc.product === 'object' ? doc.product.id : doc.product
  await revalidateTags(req, [cacheTags.product(product)])
}

export const revalidateContent = async ({ doc, previousDoc, req }: Args<Content>): Promise<void> =>
  revalidateTags(
    req,
    [...new Set([doc.slug, previousDoc?.slug ?? doc.slug])]
      .map(cacheTags.content)
      .concat(cacheTags.contents),
  )

export const revalidateSettings: GlobalAfterChangeHook = async ({ req }) =>
  revalidateTags(req, [cacheTags.settings])

export const revalidatePage = async ({ doc, req }: Args<Page>): Promise<void> =>
  revalidateTags(req, [cacheTags.page(doc.slug)])
