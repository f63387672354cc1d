/**
 * /products?search=…&category=… is served as a page with those values in its path, so that each combination is
 * rendered once and kept. One rule for each set of parameters that may be present; a missing one is an empty part.
 */
const parameters = ['search', 'category', 'price', 'sort', 'page'] as const

export const productListingRewrites = (): {
  source: string
  has?: { type: 'query'; key: string; value: string }[]
  destination: string
}[] => {
  const sets = Array.from({ length: 2 ** parameters.length }, (_, bits) => parameters.filter((_, index) => bits & (2 ** index)))
  return sets
    .sort((a, b) => b.length - a.length)
    .map((present) => ({
      source: '/products',
      has: present.map((key) => ({ type: 'query' as const, key, value: `(?<${key}>.*)` })),
      destination: `/listing/${parameters.map((key) => `${key}-${(present as readonly string[]).includes(key) ? `:${key}` : ''}`).join('/')}`,
    }))
    .map(({ has, ...rule }) => (has.length > 0 ? { ...rule, has } : rule))
}
