import fc from 'fast-check'

import {
  addCartLine,
  type Cart,
  cartCount,
  cartLimits,
  type CartLine,
  cartSubtotalCents,
  emptyCart,
  itemName,
  parseCart,
  remainingCartUnits,
  removeCartLine,
  restoreCartLines,
  setCartLineQuantity,
  variantName,
  variantWithQuantity,
} from '@/modules/checkout/rules/cart'

const line = (changes: Partial<CartLine> = {}): CartLine => ({
  productId: 1,
  name: 'Fern Tee',
  price: 32,
  image: '/uploads/fern-320.webp',
  quantity: 1,
  size: 'M',
  color: 'Pine',
  ...changes,
})
const cartOf = (...lines: CartLine[]): Cart => lines.reduce(addCartLine, emptyCart)
const shape = (cart: Cart) =>
  cart.items.map(({ productId, size, color, quantity }) => [productId, size, color, quantity])

it.each([
  [{ size: 'M', color: 'Pine' }, 'Pine, M', 'Fern Tee (Pine, M)', 'Pine · M · Qty 2'],
  [{ size: 'One Size', color: 'Pine' }, 'Pine', 'Fern Tee (Pine)', 'Pine · Qty 2'],
  [{ size: 'M', color: 'Default' }, 'M', 'Fern Tee (M)', 'M · Qty 2'],
  [{ size: 'One Size', color: 'Default' }, '', 'Fern Tee', 'Qty 2'],
])('%j is named by its color, then its size, without stand-ins', (variant, short, name, many) => {
  expect(variantName(variant)).toBe(short)
  expect(itemName({ name: 'Fern Tee', ...variant })).toBe(name)
  expect(variantWithQuantity({ quantity: 2, ...variant })).toBe(many)
})

describe('adding a line', () => {
  it('increases the quantity of a line with the same product, size, and color', () => {
    const cart = cartOf(line(), line({ quantity: 2 }))
    expect(shape(cart)).toEqual([[1, 'M', 'Pine', 3]])
    expect(cart.total).toBe(96)
  })

  it.each([
    ['product', { productId: 2 }],
    ['size', { size: 'L' }],
    ['color', { color: 'Bone' }],
  ])('appends a new line when the %s differs', (_, changes) => {
    const cart = cartOf(line(), line(changes))
    expect(cart.items).toHaveLength(2)
    expect(cart.items[1]).toMatchObject(changes)
  })

  it('limits a new or existing line to 10', () => {
    expect(shape(cartOf(line({ quantity: 8 }), line({ quantity: 8 })))).toEqual([
      [1, 'M', 'Pine', 10],
    ])
    expect(shape(cartOf(line({ quantity: 11 })))).toEqual([[1, 'M', 'Pine', 10]])
  })

  it('doesn’t mutate the given cart, and neither do removing and setting a quantity', () => {
    const cart = Object.freeze({
      items: Object.freeze([Object.freeze(line())]) as CartLine[],
      total: 32,
    })
    addCartLine(cart, line())
    removeCartLine(cart, { productId: 1 })
    setCartLineQuantity(cart, { productId: 1 }, 5)
    expect(shape(cart)).toEqual([[1, 'M', 'Pine', 1]])
  })
})

describe('changing a quantity', () => {
  const cart = cartOf(line(), line({ size: 'L' }), line({ productId: 2 }))

  it('changes a single line when size and color are given', () => {
    expect(shape(setCartLineQuantity(cart, { productId: 1, size: 'L', color: 'Pine' }, 4))).toEqual(
      [
        [1, 'M', 'Pine', 1],
        [1, 'L', 'Pine', 4],
        [2, 'M', 'Pine', 1],
      ],
    )
  })

  it('changes every matching line when only part of the key is given', () => {
    expect(shape(setCartLineQuantity(cart, { productId: 1 }, 4))).toEqual([
      [1, 'M', 'Pine', 4],
      [1, 'L', 'Pine', 4],
      [2, 'M', 'Pine', 1],
    ])
    expect(shape(setCartLineQuantity(cart, { productId: 1, size: 'L' }, 4))).toEqual([
      [1, 'M', 'Pine', 1],
      [1, 'L', 'Pine', 4],
      [2, 'M', 'Pine', 1],
    ])
  })

  it.each([0, -1, -Infinity, 0.5])('to %d removes the line', (quantity) => {
    expect(
      shape(setCartLineQuantity(cart, { productId: 1, size: 'M', color: 'Pine' }, quantity)),
    ).toEqual([
      [1, 'L', 'Pine', 1],
      [2, 'M', 'Pine', 1],
    ])
  })

  it.each([
    [11, 10],
    [Infinity, 10],
    [2.9, 2],
    [10, 10],
  ])('to %d makes it %i', (quantity, expected) => {
    expect(setCartLineQuantity(cart, { productId: 2 }, quantity).items.at(-1)?.quantity).toBe(
      expected,
    )
  })

  it('limits the cart to 100 units and reports how many more fit', () => {
    const full = cartOf(
      ...Array.from({ length: 11 }, (_, index) => line({ productId: index + 1, quantity: 9 })),
    )
    expect([cartCount(full.items), remainingCartUnits(full.items)]).toEqual([99, 1])
    const fuller = setCartLineQuantity(full, { productId: 1 }, 10)
    expect([cartCount(fuller.items), remainingCartUnits(fuller.items)]).toEqual([100, 0])
    expect(setCartLineQuantity(fuller, { productId: 2 }, 10)).toEqual(fuller)
    expect(cartCount(setCartLineQuantity(fuller, { productId: 2 }, 3).items)).toBe(94)
  })

  it('to NaN changes nothing', () =>
    expect(setCartLineQuantity(cart, { productId: 1 }, NaN)).toEqual(cart))

  it('of a product that is not in the cart changes nothing', () =>
    expect(setCartLineQuantity(cart, { productId: 9 }, 3)).toEqual(cart))
})

describe('removing lines', () => {
  const cart = cartOf(line(), line({ size: 'L' }), line({ color: 'Bone' }), line({ productId: 2 }))

  it('removes a single line when size and color are given', () => {
    expect(shape(removeCartLine(cart, { productId: 1, size: 'M', color: 'Bone' }))).toEqual([
      [1, 'M', 'Pine', 1],
      [1, 'L', 'Pine', 1],
      [2, 'M', 'Pine', 1],
    ])
  })

  it('removes every line of the product when only the product is given', () => {
    expect(shape(removeCartLine(cart, { productId: 1 }))).toEqual([[2, 'M', 'Pine', 1]])
  })
})

describe('cart total', () => {
  it('is recalculated after every change without floating-point errors', () => {
    const cart = cartOf(
      line({ price: 0.1, quantity: 3 }),
      line({ productId: 2, price: 0.2, quantity: 1 }),
    )
    expect(cart.total).toBe(0.5)
    expect(setCartLineQuantity(cart, { productId: 1 }, 1).total).toBe(0.3)
    expect(removeCartLine(cart, { productId: 2 }).total).toBe(0.3)
    expect(removeCartLine(removeCartLine(cart, { productId: 1 }), { productId: 2 })).toEqual(
      emptyCart,
    )
  })

  it('has a unit count for the badge', () =>
    expect(cartCount(cartOf(line({ quantity: 3 }), line({ size: 'L', quantity: 2 })).items)).toBe(
      5,
    ))

  const anyLine = fc.record({
    productId: fc.integer({ min: 1, max: 4 }),
    name: fc.string({ maxLength: 20 }),
    price: fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100),
    image: fc.constant(''),
    quantity: fc.integer({ min: 1, max: 10 }),
    size: fc.constantFrom('S', 'M'),
    color: fc.constantFrom('Pine', 'Bone'),
  })
  const action = fc.oneof(
    anyLine.map((added) => (cart: Cart) => addCartLine(cart, added)),
    fc.tuple(anyLine, fc.boolean()).map(
      ([{ productId, size, color }, whole]) =>
        (cart: Cart) =>
          removeCartLine(cart, whole ? { productId } : { productId, size, color }),
    ),
    fc.tuple(anyLine, fc.integer({ min: -2, max: 15 })).map(
      ([{ productId, size, color }, quantity]) =>
        (cart: Cart) =>
          setCartLineQuantity(cart, { productId, size, color }, quantity),
    ),
  )

  it('matches the lines after any sequence of actions, with unique lines and quantities from 1 to 10', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const cart = actions.reduce((current, act) => act(current), emptyCart)
        expect(Math.round(cart.total * 100)).toBe(cartSubtotalCents(cart.items))
        expect(
          new Set(cart.items.map(({ productId, size, color }) => `${productId}/${size}/${color}`))
            .size,
        ).toBe(cart.items.length)
        for (const { quantity } of cart.items)
          expect(quantity >= 1 && quantity <= 10 && Number.isInteger(quantity)).toBe(true)
        expect(parseCart(JSON.stringify(cart))).toEqual(cart)
      }),
      { numRuns: 500 },
    )
  })
})

describe('stored cart', () => {
  it('is restored unchanged', () => {
    const cart = cartOf(line(), line({ size: 'L', quantity: 3, price: 38.5 }))
    expect(parseCart(JSON.stringify(cart))).toEqual(cart)
  })

  it('can also be a plain array of lines', () =>
    expect(shape(parseCart(JSON.stringify([line()])))).toEqual([[1, 'M', 'Pine', 1]]))

  it.each(['', '{', 'undefined', '{"items":[}', '\u0000'])(
    'throws a SyntaxError if it is not JSON: %j',
    (text) => expect(() => parseCart(text)).toThrow(SyntaxError),
  )

  it.each([
    'null',
    '0',
    '"cart"',
    'true',
    '{}',
    '[]',
    '{"items":null}',
    '{"items":"x"}',
    '{"items":{"0":{}}}',
    '{"total":99}',
    '{"__proto__":{"items":[{"productId":1}]}}',
    '{"constructor":{"prototype":{"items":[]}}}',
  ])('is empty if it is not a cart: %s', (text) => expect(parseCart(text)).toEqual(emptyCart))

  it.each<[string, Record<string, unknown>]>([
    ['product 0', { productId: 0 }],
    ['a negative product', { productId: -1 }],
    ['a product as text', { productId: '1' }],
    ['a fractional product', { productId: 1.5 }],
    ['an unsafe integer as product', { productId: 2 ** 53 }],
    ['no product', { productId: undefined }],
    ['a name that is not text', { name: {} }],
    ['a name of 5 MB', { name: 'x'.repeat(5_000_000) }],
    ['a negative price', { price: -1 }],
    ['a price as text', { price: '32' }],
    ['no price', { price: null }],
    ['a price that is too high', { price: 1e9 }],
    ['quantity 0', { quantity: 0 }],
    ['a negative quantity', { quantity: -3 }],
    ['quantity 11', { quantity: 11 }],
    ['a fractional quantity', { quantity: 1.5 }],
    ['a quantity as text', { quantity: '2' }],
    ['no size', { size: null }],
    ['a size as a list', { size: ['M'] }],
    ['a size of 61 letters', { size: 'x'.repeat(61) }],
    ['a color as an object', { color: { toString: 'Pine' } }],
    ['an image that is not text', { image: 7 }],
    ['an image URL of 5 MB', { image: 'x'.repeat(5_000_000) }],
  ])('drops a line with %s and keeps the others', (_, changes) => {
    expect(
      shape(
        parseCart(JSON.stringify({ items: [{ ...line(), ...changes }, line({ productId: 2 })] })),
      ),
    ).toEqual([[2, 'M', 'Pine', 1]])
  })

  it.each([
    '{"items":[{"productId":1,"name":"a","price":1e999,"image":"","quantity":1,"size":"M","color":"Pine"}]}',
    '{"items":[null,1,"x",[],[[]],{"items":[]}]}',
  ])('is empty if its lines are invalid: %s', (text) => expect(parseCart(text)).toEqual(emptyCart))

  it('keeps only the seven known fields and doesn’t pollute prototypes', () => {
    const text = JSON.stringify({ items: [line()] }).replace(
      '"productId"',
      '"__proto__":{"polluted":true},"constructor":{"x":1},"isAdmin":true,"productId"',
    )
    const cart = parseCart(text)
    expect(Object.keys(cart.items[0] ?? {}).sort()).toEqual([
      'color',
      'image',
      'name',
      'price',
      'productId',
      'quantity',
      'size',
    ])
    expect(Object.getPrototypeOf(cart.items[0])).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('recalculates the total instead of trusting the stored one', () =>
    expect(parseCart(JSON.stringify({ items: [line()], total: 1 })).total).toBe(32))

  it('merges duplicate lines', () =>
    expect(
      shape(parseCart(JSON.stringify([line({ quantity: 9 }), line({ quantity: 9 })]))),
    ).toEqual([[1, 'M', 'Pine', 10]]))

  it('with ten thousand lines is cut to the maximum for an order', () => {
    const cart = parseCart(
      JSON.stringify({
        items: Array.from({ length: 10_000 }, (_, index) => line({ productId: index + 1 })),
      }),
    )
    expect(cart.items).toHaveLength(cartLimits.lines)
  })

  it('is empty if it is JSON nested ten thousand levels deep', () =>
    expect(parseCart('['.repeat(10_000) + ']'.repeat(10_000))).toEqual(emptyCart))

  it('with a price near zero has a total of 0', () =>
    expect(parseCart(JSON.stringify([line({ price: 1e-9 })])).total).toBe(0))

  it('parses any text to a cart or throws a SyntaxError', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc
            .array(
              fc.record({
                productId: fc.anything(),
                quantity: fc.anything(),
                price: fc.anything(),
              }),
            )
            .map((items) => {
              try {
                return JSON.stringify({ items })
              } catch {
                return ''
              }
            }),
        ),
        (text) => {
          try {
            const cart = parseCart(text ?? '')
            expect(Number.isFinite(cart.total)).toBe(true)
          } catch (error) {
            expect(error).toBeInstanceOf(SyntaxError)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('restoring removed lines', () => {
  const cart = cartOf(line(), line({ size: 'L' }), line({ size: 'XL', quantity: 3 }))

  it('puts each line back in its place and restores the total', () => {
    for (const [at, removed] of cart.items.entries())
      expect(restoreCartLines(removeCartLine(cart, removed), [{ line: removed, at }])).toEqual(cart)
    expect(
      restoreCartLines(
        emptyCart,
        cart.items.map((removed, at) => ({ line: removed, at })),
      ),
    ).toEqual(cart)
  })

  it('adds the quantity to a line that was re-added in the meantime, up to 10', () => {
    expect(
      shape(restoreCartLines(cartOf(line({ quantity: 2 })), [{ line: line(), at: 0 }])),
    ).toEqual([[1, 'M', 'Pine', 3]])
    expect(
      shape(
        restoreCartLines(cartOf(line({ quantity: 9 })), [{ line: line({ quantity: 5 }), at: 0 }]),
      ),
    ).toEqual([[1, 'M', 'Pine', 10]])
  })
})
