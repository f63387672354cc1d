import { screenGroups } from '@/admin/shell/screens'

import type { Imported } from './imports'
import type { Places } from './plant'

export type Viewer = 'visitor' | 'customer' | 'editor' | 'admin' | 'super admin'

const visitorPages = (
  { product, slug, category }: Places & { slug: string },
  text: string,
): string[] => [
  '/',
  '/products',
  `/products/${product}`,
  `/products?category=${category}`,
  '/blog',
  `/blog/${slug}`,
  `/products?search=${encodeURIComponent(text)}`,
  `/blog?search=${encodeURIComponent(text)}`,
  `/blog?tag=${encodeURIComponent(text)}`,
  `/auth?error=${encodeURIComponent(text)}&next=${encodeURIComponent(text)}`,
  `/orders/find?orderNumber=${encodeURIComponent(text)}`,
  `/no-such-page/${encodeURIComponent(text)}`,
]
const customerPages = ({ product, slug }: Places & { slug: string }): string[] => [
  '/',
  `/products/${product}`,
  `/blog/${slug}`,
  '/account',
  '/account/addresses',
  '/account/reviews',
  '/checkout',
]
const editorPages = ({ article }: Places, text: string): string[] => [
  '/admin',
  '/admin/content',
  `/admin/content/${article}`,
  `/admin/content?search=${encodeURIComponent(text)}`,
  '/admin/media',
  '/admin/social',
]
const adminPages = ({ product, order, buyer }: Places, text: string): string[] => [
  '/admin/products',
  `/admin/products/${product}`,
  '/admin/categories',
  '/admin/reviews?status=all',
  '/admin/messages?status=all',
  `/admin/orders/${order}`,
  `/admin/customers/${buyer}`,
  `/admin/orders?search=${encodeURIComponent(text)}`,
]
const superAdminPages = (places: Places, text: string): string[] => [
  ...editorPages(places, text),
  ...adminPages(places, text),
  '/admin/users',
  '/admin/settings',
  '/admin/audit',
]

/** The pages that each kind of reader opens after a text was written everywhere. */
export function pagesOf(places: Places & { slug: string }, text: string): Record<Viewer, string[]> {
  return {
    visitor: visitorPages(places, text),
    customer: customerPages(places),
    editor: editorPages(places, text),
    admin: adminPages(places, text),
    'super admin': superAdminPages(places, text),
  }
}

/** Every screen of the admin, and what an import brought, where staff and visitors see it. */
export function pagesOfImports({
  articles,
  products,
}: Imported): Record<'staff' | 'visitor', string[]> {
  return {
    staff: [
      ...screenGroups
        .flatMap(({ parent, screens }) => (parent ? [parent, ...screens] : screens))
        .map(({ href }) => href),
      ...articles.map(({ id }) => `/admin/content/${id}`),
      ...products.map(({ id }) => `/admin/products/${id}`),
    ],
    visitor: [
      '/',
      '/products?search=script',
      '/reflections',
      '/blog',
      ...articles.map(({ slug }) => `/blog/${slug}`),
      ...products.map(({ id }) => `/products/${id}`),
    ],
  }
}
