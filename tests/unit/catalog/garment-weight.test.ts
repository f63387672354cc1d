import { itemOunces } from '@/modules/catalog/rules/garment-weight'
import { sumOunces } from '@/modules/checkout/rules/package-load'

const usual = (name: string, categoryName: string | null = null) =>
  itemOunces({ weightOunces: null, name, categoryName })

it.each([
  ['Fern Tee', 7],
  ['Pine Ridge Hoodie', 20],
  ['Cardinal T-Shirt', 7],
  ['One Day at a Time Sweatshirt', 17],
  ['Captain Long Sleeve', 8],
  ['Sunrise Mug', 16],
  ['Stacked Stones Stickers', 1],
])('a %s without a weight counts as %s ounces', (name, ounces) => expect(usual(name)).toBe(ounces))

it('the category says what the name doesn’t, and the heaviest kind counts', () => {
  expect(usual('Luna Moth', 'Hoodies & Tees')).toBe(20)
  expect(usual('Hoodie Sticker')).toBe(20)
})

it('what nobody knows counts as a heavy garment, never as nothing', () => {
  expect(usual('Luna Moth')).toBe(17)
  expect(itemOunces({ weightOunces: 0, name: 'Luna Moth' })).toBe(17)
})

it('the weight that staff entered goes first', () => {
  expect(itemOunces({ weightOunces: 5.3, name: 'Pine Ridge Hoodie' })).toBe(5.3)
})

it('weights add up exactly', () => {
  expect(sumOunces(Array.from({ length: 10 }, () => ({ ounces: 0.1, quantity: 3 })))).toBe(3)
})
