const words = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]
const figures = new Intl.NumberFormat('en-US')

/** 4 → 'Four', 89 → '89': how a sentence begins with a number. */
export const capitalizedCount = (count: number): string => words[count] ?? figures.format(count)

/** (1, 'order') → '1 order', (1234, 'order') → '1,234 orders' */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${figures.format(count)} ${count === 1 ? one : many}`
