import type { GlobalAfterChangeHook, PayloadRequest } from 'payload'
import { pageTags } from '../domain/page-tags'
import type { Category, Content, Page, Product, Review } from '../payload-types'
import { dropTags } from './drop-tags'

/** After a save or a delete, the pages that show the document are forgotten. Used as afterChange and afterDelete. */
type Args<T> = { doc: T; previousDoc?: T; req: PayloadRequest }

export const dropProductPages = async ({ doc, req }: Args<Product>): Promise<void> =>
  dropTags(req, [pageTags.product(doc.id), pageTags.products])

export const dropCategoryPages = async ({ req }: Args<Category>): Promise<void> =>
  dropTags(req, [pageTags.categories, pageTags.products])

export const dropReviewPages = async ({ doc, req }: Args<Review>): Promise<void> => {
  const product = typeof doc.product === 'object' ? doc.product.id : doc.product
  await dropTags(req, [pageTags.product(product)])
}

export const dropContentPages = async ({ doc, previousDoc, req }: Args<Content>): Promise<void> =>
  dropTags(req, [...new Set([doc.slug, previousDoc?.slug ?? doc.slug])].map(pageTags.content).concat(pageTags.contents))

export const dropAllPages: GlobalAfterChangeHook = async ({ req }) =>
  dropTags(req, [pageTags.settings])

export const dropTextPages = async ({ doc, req }: Args<Page>): Promise<void> => dropTags(req, [pageTags.page(doc.slug)])
