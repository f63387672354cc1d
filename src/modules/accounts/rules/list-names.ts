/** The lists of the admin that have saved views. */
export const listNames = ['orders', 'products', 'customers', 'content', 'media'] as const
export type ListName = (typeof listNames)[number]

/** The address of a list's screen. */
export const listPaths = {
  orders: '/admin/orders',
  products: '/admin/products',
  customers: '/admin/customers',
  content: '/admin/content',
  media: '/admin/media',
} satisfies Record<ListName, string>
