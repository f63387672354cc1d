import { wordsOf } from './search-synonyms'

type HelpLink = { label: string; href: string }

const helpPages: readonly (HelpLink & { words: ReadonlySet<string> })[] = [
  {
    label: 'Size guide',
    href: '/size-guide',
    words: new Set(['chart', 'fit', 'guide', 'measurements', 'sizes', 'sizing']),
  },
  {
    label: 'Find your order',
    href: '/orders/find',
    words: new Set(['order', 'orders', 'status', 'track', 'tracking']),
  },
  {
    label: 'Support',
    href: '/support',
    words: new Set([
      ...['cancel', 'delivery', 'exchange', 'faq', 'help', 'international', 'policy', 'refund'],
      ...['return', 'returns', 'shipping', 'wash', 'washing'],
    ]),
  },
  {
    label: 'Gift cards',
    href: '/gift-cards',
    words: new Set([
      'card',
      'cards',
      'certificate',
      'giftcard',
      'giftcards',
      'voucher',
      'vouchers',
    ]),
  },
  { label: 'Privacy policy', href: '/privacy-policy', words: new Set(['data', 'privacy']) },
  {
    label: 'Data deletion',
    href: '/data-deletion',
    words: new Set(['account', 'delete', 'deletion']),
  },
  {
    label: 'Call 988, the Suicide & Crisis Lifeline',
    href: 'tel:988',
    words: new Set(['988', 'crisis', 'hotline', 'suicidal', 'suicide']),
  },
  {
    label: 'Contact',
    href: '/contact',
    words: new Set(['contact', 'email', 'help', 'phone', 'service']),
  },
]

/** Pages that answer what someone typed into the search, such as “return policy” or “size chart”. */
export function helpLinksFor(search: string): HelpLink[] {
  const words = wordsOf(search)
  return helpPages
    .filter((page) => words.some((word) => page.words.has(word)))
    .map(({ label, href }) => ({ label, href }))
}
