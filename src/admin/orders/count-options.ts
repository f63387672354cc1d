/** Options of a select from 'None' up to a number. */
export function countOptions(most: number): [number, string][] {
  return Array.from({ length: most + 1 }, (_, count) => [count, count === 0 ? 'None' : `${count}`])
}
