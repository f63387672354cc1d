/** What a package is priced by. Its weight in ounces. */
export type PackageLoad = { units: number; ounces: number }

/**
 * What an item of unknown weight counts: as much as a sweatshirt with its packaging. A missing weight makes postage too
 * high rather than too low, and never free.
 */
export const unknownOunces = 17

/** Adds up weights in tenths of an ounce, in which they are exact. */
export function sumOunces(items: readonly { ounces: number; quantity: number }[]): number {
  return (
    items.reduce((sum, { ounces, quantity }) => sum + Math.round(ounces * 10) * quantity, 0) / 10
  )
}

/** Returns the items of a package and what they weigh. */
export function packageLoad(lines: readonly { quantity: number; ounces?: number }[]): PackageLoad {
  return {
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    ounces: sumOunces(lines.map(({ quantity, ounces = unknownOunces }) => ({ quantity, ounces }))),
  }
}
