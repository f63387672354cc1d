/** The lists of the admin that have saved views. */
export const listNames = [
  'orders',
  'products',
  'customers',
  'content',
  'media',
  'gift-cards',
  'draft-orders',
  'discounts',
  'messages',
  'reviews',
  'returns',
  'audit',
  'users',
  'subscribers',
  'social-posts',
  'data-requests',
] as const
export type ListName = (typeof listNames)[number]

/** The address of a list's screen. */
export const listPaths = {
  orders: '/admin/orders',
  products: '/admin/products',
  customers: '/admin/customers',
  content: '/admin/content',
  media: '/admin/media',
  'gift-cards': '/admin/gift-cards',
  'draft-orders': '/admin/draft-orders',
  discounts: '/admin/discounts',
  messages: '/admin/messages',
  reviews: '/admin/reviews',
  returns: '/admin/returns',
  audit: '/admin/audit',
  users: '/admin/users',
  subscribers: '/admin/newsletter',
  'social-posts': '/admin/social',
  'data-requests': '/admin/data-requests',
} satisfies Record<ListName, string>
