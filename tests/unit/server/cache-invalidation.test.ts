import { randomBytes } from 'node:crypto'

import { jest } from '@jest/globals'

import { Invalidations } from '@/server/cache-invalidation'
import { missingPageMark, NextCache } from '@/server/next-cache'
import { RendersInProgress } from '@/server/renders-in-progress'
import { ResponseCache, toCachedResponse } from '@/server/response-cache'

type Value = NonNullable<Parameters<NextCache['set']>[1]>
const page = (html: string): Value =>
  ({
    kind: 'APP_PAGE',
    html,
    rscData: Buffer.from(html),
    headers: { 'x-next-cache-tags': 'page-tag' },
    postponed: undefined,
    status: 200,
    segmentData: undefined,
  }) as Value

describe('Next.js cache', () => {
  const make = (maxBytes = 1_000_000) => {
    const changes = new Invalidations()
    return { changes, cache: new NextCache(changes, maxBytes) }
  }

  it('drops only entries with an invalidated tag, whether given or from the page itself', () => {
    const { changes, cache } = make()
    changes.render(() => {
      cache.set('a', page('a'), ['product:1'])
      cache.set('b', page('b'), ['product:2'])
    })
    changes.invalidate(['product:1'])
    expect([cache.get('a'), cache.get('b')?.tags]).toEqual([undefined, ['product:2', 'page-tag']])
    changes.invalidate(['page-tag'])
    expect(cache.get('b')).toBeUndefined()
    expect(cache.state()).toEqual({ entries: 0, bytes: 0 })
  })

  it('never stores a page about nothing', () => {
    const { changes, cache } = make()
    changes.render(() => cache.set('a', page(`<head>${missingPageMark}></head>`), []))
    expect([cache.get('a'), cache.state().entries]).toEqual([undefined, 0])
  })

  it('never stores a render that began before its tag was invalidated', async () => {
    const { changes, cache } = make()
    let finish = (): void => {}
    const slow = changes.render(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      cache.set('slow', page('old price'), ['product:1'])
      cache.set('other', page('other'), ['product:2'])
    })
    changes.invalidate(['product:1'])
    finish()
    await slow
    expect([cache.get('slow'), cache.get('other')?.tags[0]]).toEqual([undefined, 'product:2'])
    changes.render(() => cache.set('slow', page('new price'), ['product:1']))
    expect(cache.get('slow')).toBeDefined()
  })

  it('drops everything for *, including pages that are still being rendered', () => {
    const { changes, cache } = make()
    changes.render(() => {
      cache.set('a', page('a'), [])
      changes.invalidate(['*'])
      cache.set('b', page('b'), [])
    })
    expect(cache.state().entries).toBe(0)
  })

  it('stores nothing outside of a tracked render', () => {
    const { cache } = make()
    cache.set('a', page('a'), [])
    expect(cache.get('a')).toBeUndefined()
  })

  it('remembers a limited number of tags, and treats renders from before that as outdated', () => {
    const { changes, cache } = make()
    changes.render(() => {
      for (let tag = 0; tag < 20_001; tag += 1) changes.invalidate([`product:${tag}`])
      cache.set('a', page('a'), ['another'])
    })
    expect(cache.get('a')).toBeUndefined()
    changes.render(() => cache.set('a', page('a'), ['another']))
    expect(cache.get('a')).toBeDefined()
  })

  it('stays within its size limit and keeps entries that are used', () => {
    const { changes, cache } = make(400_000)
    changes.render(() => {
      cache.set('used', page('u'.repeat(10_000)), [])
      for (let index = 0; index < 100; index += 1) {
        cache.set(`page-${index}`, page('x'.repeat(10_000)), [`product:${index}`])
        expect(cache.get('used')).toBeDefined()
        expect(cache.state().bytes).toBeLessThanOrEqual(400_000)
      }
    })
    expect(cache.state().entries).toBeGreaterThan(5)
  })
})

describe('response cache', () => {
  const response = (body: Buffer, headers: Record<string, string> = {}) =>
    toCachedResponse({ statusCode: 200, getHeader: (name: string) => headers[name] }, body)

  it('counts keys, headers, and all encodings, including those created later', async () => {
    const cache = new ResponseCache(new Invalidations(), 10_000_000)
    const text = Buffer.from(randomBytes(40_000).toString('hex'))
    const entry = response(text, { Link: 'x'.repeat(30_000) })
    cache.set('k'.repeat(2000), entry, 0)
    const before = cache.state().bytes
    expect(before).toBeGreaterThan(
      text.length + (entry.gzip?.body.length ?? Infinity) + 30_000 + 2000,
    )
    const key = 'k'.repeat(2000)
    while (!cache.get(key)?.brotli) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(cache.state().bytes).toBeGreaterThanOrEqual(
      before + (cache.get(key)?.brotli?.body.length ?? Infinity),
    )
  })

  it('counts a key once when it is set again, and keeps a key in use within its size limit', () => {
    const cache = new ResponseCache(new Invalidations(), 2_000_000)
    const make = () => response(randomBytes(50_000))
    for (let round = 0; round < 20; round += 1) cache.set('warm', make(), 0)
    expect(cache.state()).toEqual({ entries: 1, bytes: expect.any(Number) })
    for (let index = 0; index < 200; index += 1) {
      cache.set(`cold-${index}`, make(), 0)
      expect(cache.get('warm')).toBeDefined()
      expect(cache.state().bytes).toBeLessThanOrEqual(2_000_000)
    }
  })

  it('is emptied by any invalidation, and rejects responses rendered before it', () => {
    const changes = new Invalidations()
    const cache = new ResponseCache(changes, 1_000_000)
    cache.set('a', response(Buffer.from('a')), changes.version)
    const before = changes.version
    changes.invalidate(['products'])
    cache.set('b', response(Buffer.from('b')), before)
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined])
  })
})

it('a request waits for a render of its page that began before an invalidation', async () => {
  const changes = new Invalidations()
  const renders = new RendersInProgress(changes)
  let finish = (): void => {}
  const old = renders.run(
    '/products',
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  expect(renders.hasOutdated('/products')).toBe(false)
  changes.invalidate(['products'])
  expect([renders.hasOutdated('/products'), renders.hasOutdated('/')]).toEqual([true, false])
  let isOver = false
  const waiting = renders.waitForOutdated('/products').then(() => {
    isOver = true
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isOver).toBe(false)
  finish()
  await Promise.all([old, waiting])
  expect(renders.hasOutdated('/products')).toBe(false)
})

it('a failed render counts as finished', async () => {
  const changes = new Invalidations()
  const renders = new RendersInProgress(changes)
  await expect(renders.run('/', () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  changes.invalidate(['*'])
  expect(renders.hasOutdated('/')).toBe(false)
})

it('a hanging render of a visitor who left delays later requests only briefly', async () => {
  jest.useFakeTimers()
  try {
    const changes = new Invalidations()
    const renders = new RendersInProgress(changes)
    let close = (): void => {}
    void renders.run(
      '/products',
      () => new Promise<void>(() => {}),
      (event, listener) => {
        if (event === 'close') close = listener
      },
    )
    changes.invalidate(['products'])
    const waiting = renders.waitForOutdated('/products')
    await jest.advanceTimersByTimeAsync(60_000)
    expect(renders.hasOutdated('/products')).toBe(true)
    close()
    await jest.advanceTimersByTimeAsync(5_000)
    await waiting
    expect(renders.hasOutdated('/products')).toBe(false)
  } finally {
    jest.useRealTimers()
  }
})
