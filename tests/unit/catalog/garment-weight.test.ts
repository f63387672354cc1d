import { itemOunces } from '@/modules/catalog/rules/garment-weight'
import { sumOunces } from '@/modules/checkout/rules/package-load'

const defaultOunces = (name: string, categoryName: string | null = null) =>
  itemOunces({ weightOunces: null, name, categoryName })

it.each([
  ['Fern Tee', 7],
  ['Pine Ridge Hoodie', 20],
  ['Cardinal T-Shirt', 7],
  ['One Day at a Time Sweatshirt', 17],
  ['Captain Long Sleeve', 8],
  ['Sunrise Mug', 16],
  ['Stacked Stones Stickers', 1],
])('a %s without a weight counts as %s ounces', (name, ounces) =>
  expect(defaultOunces(name)).toBe(ounces),
)

it('uses the category if the name has no garment type, and the heaviest type if several match', () => {
  expect(defaultOunces('Luna Moth', 'Hoodies & Tees')).toBe(20)
  expect(defaultOunces('Hoodie Sticker')).toBe(20)
})

it('an unknown garment counts as a heavy one, never as 0 ounces', () => {
  expect(defaultOunces('Luna Moth')).toBe(17)
  expect(itemOunces({ weightOunces: 0, name: 'Luna Moth' })).toBe(17)
})

it('a weight entered by staff takes precedence', () => {
  expect(itemOunces({ weightOunces: 5.3, name: 'Pine Ridge Hoodie' })).toBe(5.3)
})

it('weights add up without rounding errors', () => {
  expect(sumOunces(Array.from({ length: 10 }, () => ({ ounces: 0.1, quantity: 3 })))).toBe(3)
})
