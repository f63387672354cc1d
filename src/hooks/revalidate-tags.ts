import type { GlobalAfterChangeHook, PayloadRequest } from 'payload'

import type { Category, Content, Page, Product, Review } from '@/payload-types'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'

/** Hooks for afterChange and afterDelete that revalidate the pages that show the document. */
type Args<T> = { doc: T; previousDoc?: T; req: PayloadRequest }

export async function revalidateProduct({ doc, req }: Args<Product>): Promise<void> {
  return revalidateTags(req, [cacheTags.product(doc.id), cacheTags.products])
}

export async function revalidateCategory({ req }: Args<Category>): Promise<void> {
  return revalidateTags(req, [cacheTags.categories, cacheTags.products])
}

/** Only approved reviews are on pages. */
export async function revalidateReview({ doc, previousDoc, req }: Args<Review>): Promise<void> {
  if (doc.status !== 'approved' && previousDoc?.status !== 'approved') return
  const product = typeof doc.product === 'object' ? doc.product.id : doc.product
  await revalidateTags(req, [cacheTags.product(product)])
}

export async function revalidateContent({ doc, previousDoc, req }: Args<Content>): Promise<void> {
  return revalidateTags(
    req,
    [...new Set([doc.slug, previousDoc?.slug ?? doc.slug])]
      .map(cacheTags.content)
      .concat(cacheTags.contents),
  )
}

export const revalidateSettings: GlobalAfterChangeHook = async ({ req }) =>
  revalidateTags(req, [cacheTags.settings])

export async function revalidatePage({ doc, req }: Args<Page>): Promise<void> {
  return revalidateTags(req, [cacheTags.page(doc.slug)])
}
