import { type PanelScreen, panelScreens } from './screens'

type Home = (id: string | undefined) => PanelScreen['href']
const list =
  (href: string): Home =>
  () =>
    href
const each =
  (href: string): Home =>
  (id) =>
    id && /^\d+$/.test(id) ? `${href}/${id}` : href
const drawer =
  (href: string): Home =>
  (id) =>
    id && /^(\d+|create)$/.test(id) ? `${href}?edit=${id === 'create' ? 'new' : id}` : href

/** Our screens for Payload's collection pages. */
const homes: Record<string, Home> = {
  products: (id) => (id === 'create' ? '/admin/products/new' : each('/admin/products')(id)),
  orders: each('/admin/orders'),
  categories: list('/admin/categories'),
  discounts: each('/admin/discounts'),
  returns: list('/admin/returns'),
  'discount-codes': list('/admin/discounts'),
  'gift-cards': each('/admin/gift-cards'),
  'gift-card-entries': list('/admin/gift-cards'),
  content: (id) => (id === 'create' ? '/admin/content/new' : each('/admin/content')(id)),
  pages: each('/admin/pages'),
  media: list('/admin/media'),
  users: list('/admin/users'),
  reviews: list('/admin/reviews'),
  'contact-messages': list('/admin/messages'),
  'customer-notes': list('/admin/customers'),
  subscribers: list('/admin/newsletter'),
  'data-requests': list('/admin/data-requests'),
  'social-posts': drawer('/admin/social'),
}

/** The screen that replaces a collection page, by the path below /admin; null for other paths. */
export function collectionRedirect([kind, slug, id, part]: readonly string[]): string | null {
  if (kind !== 'collections' && kind !== 'globals') return null
  if (slug === 'content' && id && /^\d+$/.test(id) && part === 'versions')
    return `/admin/content/${id}/versions`
  const home = kind === 'globals' ? '/admin/settings' : (homes[slug ?? '']?.(id) ?? '/admin')
  const isThere = panelScreens.some(
    ({ href }) => home === href || (href !== '/admin' && home.startsWith(href)),
  )
  return isThere ? home : '/admin'
}
