import { giftCardCountStore, itemCountStore } from '@/components/cart/cart-count'
import { cartStore } from '@/components/cart/cart-store'
import { giftCardStore } from '@/components/cart/gift-card-store'
import { parseCart } from '@/modules/checkout/rules/cart'

const tee = { productId: 1, name: 'Fern Tee', price: 34, image: '', size: 'M', color: 'Pine' }
const mug = { ...tee, productId: 2, name: 'Still Here Mug', size: 'One Size' }
const card = {
  amountCents: 2500,
  recipientEmail: 'rowan@example.com',
  recipientName: 'Rowan',
  senderName: 'Wren',
  message: '',
  sendOn: null,
}

/** What a page shows once another tab has stored these texts. */
const countWith = (stored: Record<string, string>): number => {
  const window = new EventTarget()
  Object.assign(globalThis, {
    window,
    document: new EventTarget(),
    localStorage: { getItem: (key: string) => stored[key] ?? null },
  })
  const stops = [itemCountStore, giftCardCountStore].map((store) => store.subscribe(() => {}))
  window.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  stops.forEach((stop) => stop())
  return itemCountStore.get() + giftCardCountStore.get()
}

afterEach(() => {
  for (const name of ['document', 'window', 'localStorage'])
    Reflect.deleteProperty(globalThis, name)
})

describe('count in the header', () => {
  it.each([
    ['{"items":[{"quantity":2},{"quantity":1}],"total":102}', 3],
    [JSON.stringify([{ ...tee, quantity: 4 }]), 4],
    ['{"items":[{"quantity":-3},{"quantity":"2"},{"quantity":1.5},null,5]}', 0],
    ['{"items":{}}', 0],
    ['null', 0],
    ['7', 0],
    ['not JSON', 0],
  ])('reads %s as %i', (cart, count) => {
    expect(countWith({ cart })).toBe(count)
  })

  it('is the count of the cart that the cart page shows, with its gift cards', () => {
    const cart = JSON.stringify({
      items: [
        { ...tee, quantity: 2 },
        { ...mug, quantity: 1 },
      ],
    })
    const shown = parseCart(cart).items.reduce((sum, { quantity }) => sum + quantity, 0)
    const cards = JSON.stringify([{ ...card, id: 'a' }])
    expect(countWith({ cart, 'gift-cards': cards })).toBe(shown + 1)
  })

  // Without storage, as in some private windows, the cart lives as long as the page.
  it('follows each change of the cart on its page, also without storage', () => {
    countWith({})
    cartStore.clear()
    const counts: number[] = []
    const note = () => counts.push(itemCountStore.get() + giftCardCountStore.get())
    cartStore.add({ ...tee, quantity: 2 })
    note()
    cartStore.add({ ...mug, quantity: 1 })
    note()
    cartStore.setQuantity({ productId: 1 }, 5)
    note()
    giftCardStore.add(card)
    note()
    giftCardStore.remove(giftCardStore.get().map(({ id }) => id))
    note()
    cartStore.remove({ productId: 1 })
    note()
    cartStore.restore([{ line: { ...tee, quantity: 5 }, at: 0 }])
    note()
    cartStore.clear()
    note()
    expect(counts).toEqual([2, 3, 6, 7, 6, 1, 6, 0])
  })
})

describe('cart of a page that shows only its count', () => {
  /** What the browser stores, for every tab. */
  const prepareStorage = (): Map<string, string> => {
    const storage = new Map<string, string>()
    countWith({})
    cartStore.clear()
    giftCardStore.remove(giftCardStore.get().map(({ id }) => id))
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
        removeItem: (key: string) => void storage.delete(key),
      },
    })
    return storage
  }
  const storedIds = (storage: Map<string, string>): number[] =>
    parseCart(storage.get('cart') ?? '').items.map(({ productId }) => productId)

  it('keeps what other pages and tabs have changed since', () => {
    const storage = prepareStorage()
    cartStore.add({ ...tee, quantity: 1 })
    storage.set('cart', JSON.stringify({ items: [{ ...mug, quantity: 1 }] }))
    cartStore.add({ ...tee, productId: 3, quantity: 1 })
    expect(storedIds(storage)).toEqual([2, 3])
    storage.delete('cart')
    cartStore.add({ ...tee, quantity: 1 })
    expect(storedIds(storage)).toEqual([1])
  })

  it('keeps the gift cards of other tabs, also when a removed one returns', () => {
    const storage = prepareStorage()
    giftCardStore.add(card)
    giftCardStore.add({ ...card, recipientName: 'Ash' })
    const [first] = giftCardStore.get()
    if (!first) throw new Error('no gift card')
    giftCardStore.remove([first.id])
    const others = [...giftCardStore.get(), { ...card, id: 'b', recipientName: 'Sage' }]
    storage.set('gift-cards', JSON.stringify(others))
    giftCardStore.restore(first, 0)
    giftCardStore.restore(first, 0)
    expect(giftCardStore.get().map(({ recipientName }) => recipientName)).toEqual([
      'Rowan',
      'Ash',
      'Sage',
    ])
  })

  it('grows also when nothing more fits into the storage', () => {
    const storage = prepareStorage()
    cartStore.add({ ...tee, quantity: 1 })
    storage.set = () => {
      throw new Error('QuotaExceededError')
    }
    cartStore.add({ ...mug, quantity: 1 })
    expect(cartStore.get().items.map(({ productId }) => productId)).toEqual([1, 2])
  })
})
