import {
  defaultSizeGuide,
  garmentSizeGuides,
  sizeGuideFor,
  sizeGuideProblems,
} from '@/modules/catalog/rules/size-guide'
import { seedProducts } from '@/seed/catalog/products'

const rows = (...chests: string[]) =>
  chests.map((chest, index) => ({ size: `Size ${index + 1}`, chest, length: '28″' }))

describe('built-in size charts', () => {
  const charts = [
    ['default', defaultSizeGuide] as const,
    ...Object.entries(garmentSizeGuides),
    ...seedProducts.flatMap(({ slug, sizeGuide }) =>
      sizeGuide ? [[slug, sizeGuide] as const] : [],
    ),
  ]

  it.each(charts)('%s covers every chest measurement exactly once', (_, chart) => {
    expect(chart.length).toBeGreaterThan(3)
    expect(sizeGuideProblems(chart)).toEqual({})
  })

  it('use the same chest range for a size in every garment', () => {
    const chestBySize = new Map(garmentSizeGuides.shirt.map(({ size, chest }) => [size, chest]))
    for (const [name, chart] of charts)
      for (const { size, chest } of chart)
        expect([name, size, chest]).toEqual([name, size, chestBySize.get(size)])
  })

  it('have one row per size for demo products with their own chart', () => {
    for (const { slug, sizes, sizeGuide } of seedProducts)
      if (sizeGuide) expect([slug, sizeGuide.map(({ size }) => size)]).toEqual([slug, [...sizes]])
  })
})

describe('product without its own size chart', () => {
  it.each([
    ['Fern Tee', ['XS', 'S', 'M', 'L', 'XL'], ['XS', 'S', 'M', 'L', 'XL'], '28″'],
    ['Fern Tee', ['S', 'M', '2XL'], ['S', 'M', '2XL'], '28″'],
    ['Fern Hoodie', ['s', 'm'], ['S', 'M'], '27″'],
    ['Fern Tank', ['S'], ['S'], '26″'],
    ['Short Sleeve Shirt', ['S'], ['S'], '28″'],
    ['Pine Print Tee', ['S'], ['S'], '28″'],
  ])('%s in sizes %j shows %j', (name, sizes, shown, lengthOfS) => {
    const chart = sizeGuideFor({ name, sizes })
    expect(chart.map(({ size }) => size)).toEqual(shown)
    expect(chart.find(({ size }) => size === 'S')?.length).toBe(lengthOfS)
  })

  it.each([
    ['Dawn Mug', ['11 oz', '15 oz']],
    ['Dawn Cap', ['S', 'M', 'L']],
    ['Dawn Beanie', ['One size']],
    ['Dawn Tote', []],
    ['Dawn Poster', ['12″×16″']],
    ['Dawn Joggers', ['S', 'M', 'L']],
  ])('%s in sizes %j shows no chart', (name, sizes) =>
    expect(sizeGuideFor({ name, sizes })).toEqual([]),
  )
})

describe('size chart', () => {
  it.each([
    [
      'a gap between two sizes',
      rows('42–44″', '46–48″'),
      { '1.chest': 'Leaves a gap after Size 1 (42–44″). Start at 45.' },
    ],
    [
      'a chest measurement in two sizes',
      rows('38–40″', '40–42″'),
      { '1.chest': 'Overlaps with Size 1 (38–40″).' },
    ],
    [
      'an overlap in rows that are out of order',
      rows('40–42″', '38–40″'),
      { '0.chest': 'Overlaps with Size 2 (38–40″).' },
    ],
    ['a range that runs backward', rows('44–42″'), { '0.chest': 'Put the smaller number first.' }],
    ['words instead of a measurement', rows('roomy'), { '0.chest': 'Enter a range like 38–41″.' }],
    [
      'a duplicate size',
      [...rows('38″'), { size: 'size 1', chest: '40″', length: '28″' }],
      { '1.size': 'This size is already in the chart.' },
    ],
    [
      'a length that is not a number',
      [{ size: 'S', chest: '38″', length: 'long' }],
      { '0.length': 'Enter a length like 28″.' },
    ],
  ])('reports the field of %s', (_, chart, problems) =>
    expect(sizeGuideProblems(chart)).toEqual(problems),
  )

  it.each([
    ['chart in whole inches', rows('34–37″', '38–41″')],
    ['chart in half inches', rows('34–37½″', '38–41½″')],
    ['chart in centimeters', rows('86 to 95 cm', '96 to 105 cm')],
    ['chart of single numbers', rows('36″', '40″')],
    ['chart that is not filled in yet', rows('', '')],
  ])('reports no problems for a %s', (_, chart) => expect(sizeGuideProblems(chart)).toEqual({}))
})
