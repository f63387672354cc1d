import { type PanelScreen, panelScreens } from './screens'

/** Returns a screen for a document's id, for 'create', or for the list (undefined). */
type ToScreen = (id: string | undefined) => PanelScreen['href']
const toList =
  (list: string): ToScreen =>
  () =>
    list
const toDocument =
  (list: string): ToScreen =>
  (id) =>
    id && /^\d+$/.test(id) ? `${list}/${id}` : list
/** For documents that are edited in a dialog over the list. */
const toDialog =
  (list: string): ToScreen =>
  (id) =>
    id && /^(\d+|create)$/.test(id) ? `${list}?edit=${id === 'create' ? 'new' : id}` : list

/** Our screens for Payload's collection pages. */
const screens: Record<string, ToScreen> = {
  products: (id) => (id === 'create' ? '/admin/products/new' : toDocument('/admin/products')(id)),
  orders: toDocument('/admin/orders'),
  categories: toList('/admin/categories'),
  discounts: toDocument('/admin/discounts'),
  returns: toList('/admin/returns'),
  'discount-codes': toList('/admin/discounts'),
  'gift-cards': toDocument('/admin/gift-cards'),
  'gift-card-entries': toList('/admin/gift-cards'),
  content: (id) => (id === 'create' ? '/admin/content/new' : toDocument('/admin/content')(id)),
  pages: toDocument('/admin/pages'),
  media: toList('/admin/media'),
  users: toList('/admin/users'),
  reviews: toList('/admin/reviews'),
  'contact-messages': toList('/admin/messages'),
  'customer-notes': toList('/admin/customers'),
  subscribers: toList('/admin/newsletter'),
  'data-requests': toList('/admin/data-requests'),
  'social-posts': toDialog('/admin/social'),
}

/** The screen that replaces a collection page, by the path below /admin; null for other paths. */
export function collectionRedirect([kind, slug, id, part]: readonly string[]): string | null {
  if (kind !== 'collections' && kind !== 'globals') return null
  if (slug === 'content' && id && /^\d+$/.test(id) && part === 'versions')
    return `/admin/content/${id}/versions`
  const path = kind === 'globals' ? '/admin/settings' : (screens[slug ?? '']?.(id) ?? '/admin')
  const exists = panelScreens.some(
    ({ href }) => path === href || (href !== '/admin' && path.startsWith(href)),
  )
  return exists ? path : '/admin'
}
