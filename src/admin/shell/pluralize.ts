const numberWords = [
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
const numbers = new Intl.NumberFormat('en-US')

/** 4 → 'Four', 89 → '89': how a sentence begins with a number. */
export function capitalizedCount(count: number): string {
  return numberWords[count] ?? numbers.format(count)
}

/** (1, 'order') → '1 order', (1234, 'order') → '1,234 orders' */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`
}
