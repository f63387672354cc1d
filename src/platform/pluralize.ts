const numbers = new Intl.NumberFormat('en-US')

/** (1, 'order') → '1 order', (1234, 'order') → '1,234 orders' */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`
}
