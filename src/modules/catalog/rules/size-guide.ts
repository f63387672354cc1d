export type SizeGuideRow = { size: string; chest: string; length: string }

/** Chest of the body inside the garment, in inches. One scale for all garments, without gaps or overlaps. */
const bodyChest = {
  XS: '31–33″',
  S: '34–37″',
  M: '38–41″',
  L: '42–45″',
  XL: '46–49″',
  '2XL': '50–53″',
  '3XL': '54–57″',
} as const

const rowsFrom = (lengthOfXs: number): SizeGuideRow[] =>
  Object.entries(bodyChest).map(([size, chest], index) => ({
    size,
    chest,
    length: `${lengthOfXs + index}″`,
  }))

/** The shop's own size charts. The lengths are those of the garment, laid flat. */
export const garmentSizeGuides = {
  shirt: rowsFrom(27),
  hoodie: rowsFrom(26),
  tank: rowsFrom(25),
} as const satisfies Record<string, readonly SizeGuideRow[]>

/** The chart for tees and long sleeves (storefront specification 1: XS to XL). */
export const defaultSizeGuide: readonly SizeGuideRow[] = garmentSizeGuides.shirt.slice(0, 5)

const hoodieWords = /\b(?:hood(?:ie|ed|y)|sweat\s?shirt|crew\s?neck|pullover|fleece)s?\b/i
const tankWords = /\b(?:tank(?:\s?top)?|muscle (?:tee|shirt))s?\b/i
/** Products whose sizes say nothing about a chest, whatever those sizes are called. */
const notForChests =
  /\b(?:hat|cap|beanie|visor|mug|cup|tumbler|bottle|tote|bag|backpack|pouch|poster|print|canvas|sticker|magnet|pin|patch|sock|legging|jogger|sweatpant|short|pant|pillow|blanket|towel|journal|notebook|candle|phone case|bracelet|necklace|ring)s?\b/i

const isTopName = (name: string): boolean =>
  /\b(?:tee|t-?shirt|shirt|tank|hoodie|sweatshirt|sleeve|top|pullover)s?\b/i.test(name)

/**
 * Returns the shop's size chart for a product without one of its own, with the sizes the product comes in. Empty if the
 * product isn't worn on the chest or none of its sizes is a clothing size.
 */
export function sizeGuideFor({
  name,
  sizes,
}: {
  name: string
  sizes: readonly string[]
}): SizeGuideRow[] {
  if (notForChests.test(name) && !isTopName(name)) return []
  const guide = hoodieWords.test(name)
    ? garmentSizeGuides.hoodie
    : tankWords.test(name)
      ? garmentSizeGuides.tank
      : garmentSizeGuides.shirt
  return guide.filter(({ size }) => sizes.some((one) => one.trim().toUpperCase() === size))
}

type Range = { min: number; max: number }

/** Reads '38–41″', '38 to 41 in', or '38½'; null if there is no measurement in it. */
function parseRange(text: string): Range | null {
  const numbers = [...text.replace(/½/g, '.5').matchAll(/\d+(?:[.,]\d+)?|\.\d+/g)].map(([digits]) =>
    Number(digits.replace(',', '.')),
  )
  const [min, max = min] = numbers
  return min === undefined || max === undefined || numbers.length > 2 ? null : { min, max }
}

/** The largest step between the end of one size and the start of the next: the next whole inch. */
const largestStep = 1

type Problems = Record<string, string>
type Measured = { row: SizeGuideRow; index: number; range: Range }

const problemBetween = (smaller: Measured, larger: Measured): string | null => {
  const step = larger.range.min - smaller.range.max
  const { size, chest } = smaller.row
  if (step <= 0) return `Overlaps with ${size} (${chest}).`
  const areSingle = [smaller, larger].every(({ range }) => range.min === range.max)
  // A chart of single numbers means the nearest one, so it has no gaps.
  return step > largestStep && !areSingle
    ? `Leaves a gap after ${size} (${chest}). Start at ${smaller.range.max + largestStep}.`
    : null
}

const rowProblems = (rows: readonly SizeGuideRow[]): Problems => {
  const problems: Problems = {}
  const sizes = rows.map(({ size }) => size.trim().toUpperCase())
  rows.forEach(({ chest, length }, index) => {
    const size = sizes[index] ?? ''
    const range = parseRange(chest)
    if (size && sizes.indexOf(size) < index)
      problems[`${index}.size`] = 'This size is already in the chart.'
    if (chest.trim() && !range) problems[`${index}.chest`] = 'Enter a range like 38–41″.'
    else if (range && range.min > range.max)
      problems[`${index}.chest`] = 'Put the smaller number first.'
    if (length.trim() && !parseRange(length))
      problems[`${index}.length`] = 'Enter a length like 28″.'
  })
  return problems
}

/**
 * Finds what would leave a customer without a size, or with two. Blank cells are not reported.
 * @returns messages by field within the chart: `1.chest`
 */
export function sizeGuideProblems(rows: readonly SizeGuideRow[]): Problems {
  const problems = rowProblems(rows)
  if (Object.keys(problems).length > 0) return problems
  const measured = rows
    .flatMap((row, index): Measured[] => {
      const range = parseRange(row.chest)
      return range ? [{ row, index, range }] : []
    })
    .sort((one, other) => one.range.min - other.range.min)
  measured.forEach((larger, position) => {
    const smaller = measured[position - 1]
    const problem = smaller && problemBetween(smaller, larger)
    if (problem) problems[`${larger.index}.chest`] = problem
  })
  return problems
}
