import { helpLinksFor, isAboutHelp } from '@/modules/shop/rules/help-links'
import {
  asksForAnyProduct,
  asksForSale,
  editDistance,
  isCorrectable,
  loosenSearch,
  nearestWord,
  planSearch,
  splitPriceLimit,
} from '@/modules/shop/rules/search-plan'
import {
  defaultSearchSynonyms,
  missingSynonyms,
  parseSynonyms,
  synonymsProblem,
  wordsOf,
} from '@/modules/shop/rules/search-synonyms'

const rules = parseSynonyms(
  'tee, t-shirt, tshirt\ngift, mothers day => tote, tea towel\nnonsense\n => x',
)

describe('search terms', () => {
  const phrases = (text: string, forProducts = true) =>
    planSearch(text, rules, { forProducts }).map(({ typed, synonyms }) => [
      typed.join(' '),
      synonyms.map((words) => words.join(' ')).join('|'),
    ])

  it.each([
    [
      'black t-shirts',
      [
        ['black', ''],
        ['t shirts', 'tee|t shirt|tshirt'],
      ],
    ],
    ['gifts', [['gifts', 'tote|tea towel']]],
    ['tote', [['tote', '']]],
    ['tees for men', [['tees', 't shirt|tshirt']]],
    ['the', []],
    ['please show me a tote I could give my brother', [['tote', '']]],
    ['the black one', [['black', '']]],
    [
      'one day',
      [
        ['one', ''],
        ['day', ''],
      ],
    ],
    ['looking', [['looking', '']]],
    ['%_\\ <> 😀 "\'', []],
    ['Café', [['cafe', '']]],
    ['tshir', [['tshir', 'tshirt|tee|t shirt']]],
    // The beginning of a phrase may be another word.
    ['moth', [['moth', '']]],
  ])('for %j are %j', (text, expected) => expect(phrases(text)).toEqual(expected))

  it.each([
    ['hoodies', true],
    ['tee', true],
    ['mothers day', true],
    ['fern', false],
  ])('for “%s” are a kind of product: %s', (text, expected) => {
    const isGarment = (forProducts: boolean) =>
      planSearch(text, rules, { forProducts }).map((term) => term.isGarment)
    expect([isGarment(true), isGarment(false)]).toEqual([[expected], [false]])
  })

  it('keep words about people in article searches', () => {
    expect(phrases('women in recovery', false).map(([typed]) => typed)).toEqual([
      'women',
      'recovery',
    ])
  })

  it('are limited to eight, and only the last word can be a prefix', () => {
    const terms = planSearch('fern moon river stone wave ridge lotus bird sun', [], {
      forProducts: true,
    })
    expect(terms).toHaveLength(8)
    expect(
      planSearch('fern mo', [], { forProducts: true }).map(({ isPrefix }) => isPrefix),
    ).toEqual([false, true])
    expect(planSearch('fern m', [], { forProducts: true }).map(({ isPrefix }) => isPrefix)).toEqual(
      [false, false],
    )
  })
})

it.each([
  ['hoddie', ['hood', 'hoodie', 'honor'], 'hoodie'],
  ['unfulr', ['unfold', 'unfurl'], 'unfurl'],
  ['fren', ['fern', 'free'], 'fern'],
  ['zebra', ['hoodie', 'fern'], null],
  ['tea', ['tents'], null],
  ['balck', ['back', 'black'], 'black'],
  ['wite', ['with', 'white'], 'white'],
  // One typo below six letters, two from six on, and three from nine on.
  ['whyle', ['white'], null],
  ['hodiee', ['hoodie'], 'hoodie'],
  ['swetshrd', ['sweatshirt'], null],
  ['swetshurd', ['sweatshirt'], 'sweatshirt'],
])('the nearest word to %j in %j is %j', (typed, candidates, expected) =>
  expect(nearestWord(typed, candidates)).toBe(expected),
)

it('counts inserted, deleted, changed, and swapped letters as one edit each', () => {
  expect(
    [
      ['fern', 'fern'],
      ['fern', 'ferns'],
      ['fern', 'ern'],
      ['fern', 'ferm'],
      ['fern', 'fenr'],
      ['', 'abc'],
    ].map(([a = '', b = '']) => editDistance(a, b)),
  ).toEqual([0, 1, 1, 1, 1, 3])
})

it.each([
  ['mgu', false],
  ['winter', false],
  ['hodi', true],
  [`${'ab'.repeat(15)}`, true],
  [`${'ab'.repeat(15)}c`, false],
  ['x2y4', false],
  ['café', false],
])('whether “%s” may be corrected: %s', (word, isTypo) => expect(isCorrectable(word)).toBe(isTypo))

it('splits text into words without accents, apostrophes, and punctuation', () => {
  expect(wordsOf('Don’t rush: T-Shirt, naïve & 2XL')).toEqual([
    'dont',
    'rush',
    't',
    'shirt',
    'naive',
    '2xl',
  ])
})

describe('validation of synonyms', () => {
  it.each([
    ['', null],
    [defaultSearchSynonyms, null],
    ['tee, t-shirt\n\ngift => tote', null],
    ['tee', '“tee” needs at least two entries.'],
    ['tee =>', '“tee =>” needs at least two entries.'],
    ['a => b => c', '“a => b => c” uses => more than once.'],
    [`tee, ${'x'.repeat(41)}`, 'has an entry longer than 40 characters.'],
    ['a, b\n'.repeat(201), 'Please use 200 lines or fewer.'],
  ])('for %j returns %s', (text, expected) => {
    const problem = synonymsProblem(text)
    if (expected === null) expect(problem).toBeNull()
    else expect(problem).toContain(expected)
  })
})

describe('the starter synonyms that a shop’s own lack', () => {
  it('are all of them for an empty text and none for the starter set', () => {
    expect(missingSynonyms('').join('\n')).toBe(defaultSearchSynonyms)
    expect(missingSynonyms(defaultSearchSynonyms)).toEqual([])
  })

  it('leave out the words that the shop has, whatever they find there', () => {
    const missing = missingSynonyms('clothes => merch\ngray, grey\ntee, t-shirt')
    expect(missing[0]).toBe('tshirt, tee shirt => tee, t shirt')
    expect(missing).toContain(
      'clothing, apparel, outfit, outfits, garments => tee, long sleeve, tank, hoodie',
    )
    expect(missing).not.toContain('gray, grey')
    expect(synonymsProblem(missing.join('\n'))).toBeNull()
    expect(
      missingSynonyms(`clothes => merch\n${missing.join('\n')}\ngray, grey\ntee, t-shirt`),
    ).toEqual([])
  })
})

describe('search whose words find nothing together', () => {
  const loosened = (text: string, counts: [found: number, named: number][]) =>
    loosenSearch(
      planSearch(text, [], { forProducts: true }),
      counts.map(([found, named]) => ({ found, named })),
    ).map((terms) => terms.flatMap(({ typed }) => typed).join(' '))

  it.each([
    [
      'zip hoodie',
      [
        [0, 0],
        [8, 8],
      ],
      ['hoodie'],
    ],
    [
      'white hoodie',
      [
        [3, 0],
        [8, 8],
      ],
      ['hoodie'],
    ],
    [
      'serenity tee',
      [
        [4, 1],
        [20, 20],
      ],
      ['serenity', 'tee'],
    ],
    [
      'zip white hoodie',
      [
        [0, 0],
        [3, 0],
        [8, 8],
      ],
      ['white hoodie', 'hoodie'],
    ],
    [
      'cotton white tee',
      [
        [40, 0],
        [3, 0],
        [20, 20],
      ],
      ['white tee', 'cotton tee', 'cotton white'],
    ],
    [
      'nike shoes',
      [
        [0, 0],
        [0, 0],
      ],
      [],
    ],
  ] satisfies [string, [number, number][], string[]][])(
    '%j (found, by name: %j) is retried as %j',
    (text, counts, expected) => expect(loosened(text, counts)).toEqual(expected),
  )
})

it.each([
  ['sale', true, true],
  ['clearance tees', true, false],
  ['women’s clothing', false, true],
  ['the', false, false],
  ['fern', false, false],
])('%j asks for sale items: %s, and for any product: %s', (text, sale, any) =>
  expect([asksForSale(text), asksForAnyProduct(text)]).toEqual([sale, any]),
)

it.each([
  ['gifts under $30', 'gifts', 30],
  ['hoodie below 59.99 in black', 'hoodie  in black', 59],
  ['Under 25 dollars', '', 25],
  ['tees less than $20', 'tees', 20],
  ['under 90 days sober', 'under 90 days sober', null],
  ['less than a year', 'less than a year', null],
  ['fern', 'fern', null],
])('%j looks for %j at up to %j dollars', (text, words, dollars) =>
  expect(splitPriceLimit(text)).toEqual({ words, dollars }),
)

it.each([
  ['size chart', ['Size guide'], true],
  ['return policy', ['Support: shipping, returns, payment'], true],
  ['retrun polcy', ['Support: shipping, returns, payment'], true],
  ['where is my order', ['Find your order'], true],
  ['gift card', ['Gift cards'], true],
  ['gift', ['Gift cards'], false],
  ['delete my account', ['Data deletion', 'Sign in'], true],
  ['suicide', ['Call or text 988, the Suicide & Crisis Lifeline'], true],
  ['I want to die', ['Call or text 988, the Suicide & Crisis Lifeline'], true],
  ['discreet packaging', ['Support: shipping, returns, payment'], true],
  ['gift crad', ['Gift cards'], true],
  ['privacy policy', ['Privacy policy', 'Support: shipping, returns, payment'], true],
  ['e-gift card', ['Gift cards'], true],
  ['do you ship to Canada?', ['Support: shipping, returns, payment'], true],
  ['size guide', ['Size guide'], true],
  ['gift guide', ['Gift cards', 'Size guide'], false],
  ['coupon', ['Support: shipping, returns, payment'], false],
  ['shipping a hoodie', ['Support: shipping, returns, payment'], false],
  ['wrong size hoodie', ['Support: shipping, returns, payment', 'Size guide'], false],
  ['hoodie', [], false],
  ['charcoal', [], false],
  ['cancer survivor', [], false],
  ['stone', [], false],
  ['the', [], false],
])('a search for %j has help links %j, and is about nothing else: %s', (text, labels, isHelp) =>
  expect([helpLinksFor(text).map(({ label }) => label), isAboutHelp(text)]).toEqual([
    labels,
    isHelp,
  ]),
)
