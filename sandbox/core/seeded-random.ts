/** Random values that are the same in every run, for fixtures. */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  next: () => number
  /** A whole number; both ends are included. */
  int: (from: number, to: number) => number
  pick: <Value>(list: readonly Value[]) => Value
  /** Lower-case hexadecimal digits. */
  hex: (length: number) => string
  /** Decimal digits; the first is not 0. */
  digits: (length: number) => string
}

/** Mulberry32: fast and well distributed, but not for secrets. */
export function createSeededRandom(seed: number): SeededRandom {
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

/** Returns a number from 0 up to, but not including, `max`: always the same one for a text and a seed. */
export function hashToInt(text: string, max: number, seed = 7): number {
  return ([...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed) >>> 0) % max
}
