export type Random = {
  below: (limit: number) => number
  chance: (probability: number) => boolean
  oneOf: <Item>(list: readonly [Item, ...Item[]] | readonly Item[]) => Item
  shuffled: <Item>(list: readonly Item[]) => Item[]
}

const hashOf = (text: string): number =>
  [...text].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  )

/** Numbers that are the same for the same seed (mulberry32). */
export function createRandom(seed: string): Random {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    oneOf: <Item>(list: readonly Item[]): Item => {
      const item = list[below(list.length)]
      if (item === undefined) throw new Error('Nothing to choose from')
      return item
    },
    shuffled: <Item>(list: readonly Item[]): Item[] =>
      list
        .map((item) => ({ item, order: next() }))
        .sort((one, other) => one.order - other.order)
        .map(({ item }) => item),
  }
}
