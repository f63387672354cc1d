import { bindText, errorsBelow, numberOf, parseCents, percentOf } from '@/admin/form/form-values'

test.each([
  ['10', 10],
  ['10%', 10],
  ['10 %', 10],
  ['7.25 %', 7.25],
  [' 10\u00a0% ', 10],
  ['', null],
  // The server refuses these, each at its field.
  ['%10', '%10'],
  ['10%%', '10%'],
  ['ten', 'ten'],
])('the percentage %j is read as %j', (typed, expected) => {
  expect(percentOf(typed)).toBe(expected)
})

test.each([
  ['10', 10],
  ['$10', 10],
  ['$ 10.50', 10.5],
  ['1,000.00', 1000],
  ['$1,234,567', 1234567],
  ['10%', '10%'],
  ['1,00', '1,00'],
])('the number %j is read as %j', (typed, expected) => {
  expect(numberOf(typed)).toBe(expected)
})

test.each([
  ['$10', 1000],
  ['1,299.50', 129950],
  ['10%', null],
  ['10.505', null],
  ['-1', null],
])('the amount %j is %j cents', (typed, expected) => {
  expect(parseCents(typed)).toBe(expected)
})

test('a row of settings gets the errors of its own fields, and none of another row', () => {
  const errors = { 'rates.1.price': 'Too low.', 'rates.12.price': 'Too high.', rates: 'Too many.' }
  expect(errorsBelow(errors, 'rates.1')).toEqual({ price: 'Too low.' })
  expect(errorsBelow(errors, 'rates.2')).toEqual({})
})

test('a bound text field shows its value and error', () => {
  const text = bindText({ price: '5' }, { price: 'Too low.' }, () => undefined)
  expect(text('price')).toMatchObject({ value: '5', error: 'Too low.' })
})
