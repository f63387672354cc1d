import { wordsOf } from './search-synonyms'

const helpPages = [
  ['Size guide', '/size-guide', 'chart fit guide measurements shrink size sizes sizing'],
  ['Find your order', '/orders/find', 'order orders status track tracking'],
  [
    'Support',
    '/support',
    'arrive canada cancel deliver delivery discreet exchange faq help international package packaging policy refund return returns ship shipping wash washing',
  ],
  [
    'Gift cards',
    '/gift-cards',
    'card cards certificate egift gift giftcard giftcards gifts voucher',
  ],
  ['Privacy policy', '/privacy-policy', 'anonymous confidential data discreet privacy private'],
  ['Data deletion', '/data-deletion', 'account delete deletion'],
  [
    'Call or text 988, the Suicide & Crisis Lifeline',
    'tel:988',
    '988 crisis die dying emergency harm helpline hotline kill overdose suicidal suicide',
  ],
  ['Contact', '/contact', 'contact email help phone service wholesale'],
] as const

/** Pages that answer what someone typed into the search, such as “return policy” or “size chart”. */
export function helpLinksFor(search: string): { label: string; href: string }[] {
  const words = wordsOf(search)
  return helpPages.flatMap(([label, href, answers]) =>
    answers.split(' ').some((word) => words.includes(word)) ? [{ label, href }] : [],
  )
}
