import { reorder, reorderSummary } from '@/components/cart/reorder'
import type { CartLine } from '@/modules/checkout/rules/cart'

const line = (productId: number | null, changes: object = {}) => ({
  productId,
  name: `Tee ${productId}`,
  image: '/uploads/tee-320.webp',
  size: 'M',
  color: 'Pine',
  quantity: 2,
  ...changes,
})
const respondWith = (responses: object[]) => {
  globalThis.fetch = async () => new Response(JSON.stringify({ lines: responses }))
}
const checkedLine = (productId: number, changes: object = {}) => ({
  productId,
  size: 'M',
  color: 'Pine',
  status: 'ok',
  name: `Tee ${productId} now`,
  unitPrice: '30.00',
  image: '/uploads/new-320.webp',
  ...changes,
})
const collect = () => {
  const added: CartLine[] = []
  return {
    added,
    add: (one: CartLine) => {
      added.push(one)
      return 'added' as const
    },
  }
}

it('adds available items to the cart at today’s price and lists the rest', async () => {
  respondWith([
    checkedLine(1),
    checkedLine(2, { status: 'gone', unitPrice: null }),
    checkedLine(3, { status: 'unavailable' }),
  ])
  const { added, add } = collect()
  const outcome = await reorder([line(1), line(2), line(3), line(null, { name: 'Old Tee' })], add)
  expect(added).toEqual([
    {
      productId: 1,
      name: 'Tee 1 now',
      price: 30,
      image: '/uploads/new-320.webp',
      quantity: 2,
      size: 'M',
      color: 'Pine',
    },
  ])
  expect(outcome).toEqual({
    added: 2,
    notes: [
      'Old Tee, Pine, size M: no longer available.',
      'Tee 2, Pine, size M: no longer available.',
      'Tee 3, Pine, size M: sold out in this size and color.',
    ],
  })
})

it('merges duplicate lines up to 10', async () => {
  respondWith([checkedLine(1)])
  const { added, add } = collect()
  await reorder([line(1, { quantity: 7 }), line(1, { quantity: 7 })], add)
  expect(added.map(({ quantity }) => quantity)).toEqual([10])
})

it('reports a full cart and doesn’t count items that didn’t fit', async () => {
  respondWith([checkedLine(1)])
  expect(await reorder([line(1)], () => 'full')).toEqual({
    added: 0,
    notes: ['Tee 1, Pine, size M: your cart is full. Orders are limited to 100 items.'],
  })
})

it('changes nothing when the request fails', async () => {
  globalThis.fetch = async () => {
    throw new TypeError('offline')
  }
  const { added, add } = collect()
  expect(await reorder([line(1)], add)).toBeNull()
  expect(added).toEqual([])
})

it('summarizes how many items were added', () => {
  expect([0, 1, 3].map((added) => reorderSummary({ added, notes: [] }))).toEqual([
    'We couldn’t add anything to your cart.',
    '1 item is in your cart at today’s price.',
    '3 items are in your cart at today’s prices.',
  ])
})
