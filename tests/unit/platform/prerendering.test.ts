import { createLocalStorageStore } from '@/platform/browser-storage'
import { whenShown } from '@/platform/when-shown'

/** A prerendered document, and the storage it shares with the visible page. */
const preparePage = (): { document: EventTarget; storage: Map<string, string> } => {
  const storage = new Map<string, string>()
  const document = Object.assign(new EventTarget(), { prerendering: true })
  Object.assign(globalThis, {
    document,
    window: new EventTarget(),
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    },
  })
  return { document, storage }
}
const openPage = (document: EventTarget): void => {
  Object.assign(document, { prerendering: false })
  document.dispatchEvent(new Event('prerenderingchange'))
}

afterEach(() => {
  for (const name of ['document', 'window', 'localStorage'])
    Reflect.deleteProperty(globalThis, name)
})

describe('prerendered page', () => {
  it('runs a side effect only once, when it is opened', () => {
    const { document } = preparePage()
    const seen: string[] = []
    whenShown(() => seen.push('counted'))
    expect(seen).toEqual([])
    openPage(document)
    document.dispatchEvent(new Event('prerenderingchange'))
    expect(seen).toEqual(['counted'])
  })

  it('doesn’t run a canceled side effect', () => {
    const { document } = preparePage()
    const seen: string[] = []
    whenShown(() => seen.push('counted'))()
    openPage(document)
    expect(seen).toEqual([])
  })

  it('rereads the cart when opened, because another page may have changed it', () => {
    const { document, storage } = preparePage()
    const store = createLocalStorageStore<number>('cart', 0, Number)
    const seen: number[] = []
    store.subscribe(() => seen.push(store.get()))
    expect(store.get()).toBe(0)
    storage.set('cart', '3')
    expect(store.get()).toBe(0)
    openPage(document)
    expect([store.get(), seen]).toEqual([3, [3]])
  })
})

it('a page that isn’t prerendered runs a side effect immediately', () => {
  const { document } = preparePage()
  Object.assign(document, { prerendering: false })
  const seen: string[] = []
  whenShown(() => seen.push('counted'))
  expect(seen).toEqual(['counted'])
})
