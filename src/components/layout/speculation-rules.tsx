/** Pages that belong to a visitor, that act when they are opened, or that are not documents. */
const excluded = [
  '/cart*',
  '/checkout*',
  '/auth*',
  '/login*',
  '/api/*',
  '/cms/*',
  '/admin*',
  '/order*',
  '/setup*',
  '/account*',
  '/saved*',
  '/newsletter*',
  '/data-deletion/status*',
  '/reflections/today',
  '/*/rss.xml',
  '/uploads/*',
  '/brand/*',
]
/** Products, articles, and reflections: the pages people open from a list. */
const prerendered = ['/products/*', '/blog/*', '/reflections/*']

const isExcluded = { href_matches: excluded }

/**
 * On hover or touch, the browser renders a product or an article in the background, so that opening it only has to show
 * it, and fetches the other pages that are the same for everyone (docs/decisions/002). What counts a view or reads the
 * visitor's data waits until the page is opened: src/platform/when-shown.ts.
 */
const rules = {
  prerender: [
    { where: { and: [{ href_matches: prerendered }, { not: isExcluded }] }, eagerness: 'moderate' },
  ],
  // Includes pages to prerender: a device that is low on memory or battery still fetches them.
  prefetch: [
    { where: { and: [{ href_matches: '/*' }, { not: isExcluded }] }, eagerness: 'moderate' },
  ],
}

/** The same on every page, so that a policy with a nonce can allow it by its hash (src/proxy.ts). */
export const speculationRules = JSON.stringify(rules)

export function SpeculationRules() {
  return <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
}
