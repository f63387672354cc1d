/** Chance that is the same in every run: fixtures are made with it. */
export interface Seeded {
  /** From 0 up to, but not including, 1. */
  next: () => number
  int: (from: number, to: number) => number
  pick: <Value>(list: readonly Value[]) => Value
  /** Lower-case hexadecimal digits. */
  hex: (length: number) => string
  digits: (length: number) => string
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join('')
  return {
    next,
    int,
    pick: <Value>(list: readonly Value[]) => list[int(0, list.length - 1)] as Value,
    hex: (length) => text('0123456789abcdef', length),
    digits: (length) => text('123456789', 1) + text('0123456789', length - 1),
  }
}
