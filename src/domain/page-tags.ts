/** The names under which pages and queries are kept and dropped. One place, so that hooks and queries agree. */
export const pageTags = {
  product: (id: number | string) => `product:${id}`,
  products: 'products',
  categories: 'categories',
  content: (slug: string) => `content:${slug}`,
  contents: 'contents',
  settings: 'settings',
  page: (slug: string) => `page:${slug}`,
} as const
