import { helpLinksFor } from '@/modules/shop/rules/help-links'
import {
  asksForAnyProduct,
  asksForSale,
  editDistance,
  loosenSearch,
  nearestWord,
  planSearch,
} from '@/modules/shop/rules/search-plan'
import {
  defaultSearchSynonyms,
  parseSynonyms,
  synonymsProblem,
  wordsOf,
} from '@/modules/shop/rules/search-synonyms'

const rules = parseSynonyms('tee, t-shirt, tshirt\ngift => tote, tea towel\nnonsense\n => x')

describe('the terms of a search', () => {
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
    ['%_\\ <> 😀 "\'', []],
    ['Café', [['cafe', '']]],
    ['tshir', [['tshir', 'tshirt|tee|t shirt']]],
  ])('of %j are %j', (text, expected) => expect(phrases(text)).toEqual(expected))

  it('keep words about people in a search for articles', () => {
    expect(phrases('women in recovery', false).map(([typed]) => typed)).toEqual([
      'women',
      'recovery',
    ])
  })

  it('are at most eight, and only the last word may be incomplete', () => {
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
])('%j most likely means, of %j, %j', (typed, candidates, expected) =>
  expect(nearestWord(typed, candidates)).toBe(expected),
)

it('counts inserted, deleted, changed, and swapped letters as one slip each', () => {
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

it('reads words without accents, apostrophes, and punctuation', () => {
  expect(wordsOf('Don’t rush: T-Shirt, naïve & 2XL')).toEqual([
    'dont',
    'rush',
    't',
    'shirt',
    'naive',
    '2xl',
  ])
})

describe('the synonyms that staff edit', () => {
  it.each([
    ['', null],
    [defaultSearchSynonyms, null],
    ['tee, t-shirt\n\ngift => tote', null],
    ['tee', '“tee” needs at least two entries.'],
    ['tee =>', '“tee =>” needs at least two entries.'],
    ['a => b => c', '“a => b => c” uses => more than once.'],
    [`tee, ${'x'.repeat(41)}`, 'has an entry longer than 40 characters.'],
    ['a, b\n'.repeat(201), 'Please use at most 200 lines.'],
  ])('%j: %s', (text, expected) => {
    const problem = synonymsProblem(text)
    if (expected === null) expect(problem).toBeNull()
    else expect(problem).toContain(expected)
  })
})

describe('a search whose words find nothing together', () => {
  const loosened = (text: string, found: boolean[]) =>
    loosenSearch(planSearch(text, [], { forProducts: true }), found).map((terms) =>
      terms.flatMap(({ typed }) => typed).join(' '),
    )

  it.each([
    ['zip hoodie', [false, true], ['hoodie']],
    ['white hoodie', [true, true], ['hoodie', 'white']],
    ['zip white hoodie', [false, true, true], ['white hoodie', 'hoodie', 'white']],
    ['nike shoes', [false, false], []],
  ])('%j (found: %j) is tried again as %j', (text, found, expected) =>
    expect(loosened(text, found)).toEqual(expected),
  )
})

it.each([
  ['sale', true, true],
  ['clearance tees', true, false],
  ['women’s clothing', false, true],
  ['the', false, false],
  ['fern', false, false],
])('%j asks for what is on sale: %s; for any product: %s', (text, sale, any) =>
  expect([asksForSale(text), asksForAnyProduct(text)]).toEqual([sale, any]),
)

it.each([
  ['size chart', ['Size guide']],
  ['return policy', ['Support']],
  ['where is my order', ['Find your order']],
  ['hoodie', []],
])('a search for %j leads to %j', (text, expected) =>
  expect(helpLinksFor(text).map(({ label }) => label)).toEqual(expected),
)
