import { editDistance, fillerWords, stopWords } from './search-plan'
import { wordsOf } from './search-synonyms'

const helpPages = [
  ['Find your order', '/orders/find', 'arrive cancel order package status track tracking'],
  ['Gift card and store credit balance', '/gift-cards/balance', 'balance credit'],
  ['Gift cards', '/gift-cards', 'card cards certificate egift gift gifts giftcard voucher'],
  ['Data deletion', '/data-deletion', 'delete deletion'],
  ['Privacy policy', '/privacy-policy', 'anonymous confidential data privacy private'],
  [
    'Support: shipping, returns, payment',
    '/support',
    'arrive canada cancel code codes coupon credit damaged deliver delivery discreet exchange faq help international package packaging pay payment paypal policy promo refund return ship shipping venmo wrong',
  ],
  ['Size guide', '/size-guide', 'chart fit guide measurements shrink size sizes sizing'],
  ['Sign in', '/login', 'account login password'],
  ['Terms of Service', '/terms', 'terms'],
  [
    'Call or text 988, the Suicide & Crisis Lifeline',
    'tel:988',
    '988 crisis die dying emergency harm helpline hotline kill overdose suicidal suicide',
  ],
  ['Contact', '/contact', 'chat contact email help human phone service wholesale'],
] as const

/** Words that may be part of a question but don’t make one. Some would be taken for typos of help words (cancer). */
const otherWords = new Set(
  'balance cancer cart change char cost coupon customer discount drying e enter fit forgot free gift gifts guide how item late long methods much myself number plain promo shop size sizes store take time times use'.split(
    ' ',
  ),
)
const pages = helpPages.map(([label, href, words]) => ({ label, href, words: words.split(' ') }))
const helpWords = new Set(pages.flatMap(({ words }) => words))
const isSupporting = (word: string): boolean =>
  otherWords.has(word) || stopWords.has(word) || fillerWords.has(word)

/** A help word in which two letters were swapped or, in a longer one, one was left out or added. */
const correct = (word: string): string => {
  const isMeant = (known: string): boolean =>
    known[0] === word[0] &&
    editDistance(known, word) === 1 &&
    (known.length === word.length
      ? [...known].toSorted().join() === [...word].toSorted().join()
      : known.length > 4)
  return isSupporting(word) || helpWords.has(word) ? word : ([...helpWords].find(isMeant) ?? word)
}

/** Pages that answer what someone typed into the search, such as “return policy” or “size chart”. */
export function helpLinksFor(search: string): { label: string; href: string }[] {
  const typed = wordsOf(search).map(correct)
  return pages
    .filter(({ words }) => words.some((word) => typed.includes(word)))
    .map(({ label, href }) => ({ label, href }))
}

/** Whether a search asks for a page and no word of it can mean a product, as in “how long does shipping take”. */
export function isAboutHelp(search: string): boolean {
  const typed = wordsOf(search).map(correct)
  return (
    (typed.some((word) => helpWords.has(word) && !otherWords.has(word)) ||
      pages.some(({ words }) => words.filter((word) => typed.includes(word)).length > 1)) &&
    typed.every((word) => helpWords.has(word) || isSupporting(word))
  )
}
