import type { ChangeEvent } from 'react'

import { type Cents, normalizeAmount, parseMoney } from '@/platform/money'

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

/** Returns the props that connect a text field to a value of the form and its error. */
export function bindText<Values extends object>(
  values: Values,
  errors: Record<string, string>,
  set: (change: Record<string, string>) => void,
) {
  return (name: TextName<Values>) => ({
    value: String(values[name]),
    error: errors[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [name]: currentTarget.value }),
  })
}

/** Returns the first error of a field or anything in it: `tags.2` is in `tags`. */
export function errorIn(
  fields: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  return Object.entries(fields).find(
    ([field]) => field === name || field.startsWith(`${name}.`),
  )?.[1]
}

/** Returns the errors within a field by the rest of their names: `rows.2.price` is `price` below `rows.2`. */
export function errorsBelow(
  fields: Readonly<Record<string, string>>,
  name: string,
): Record<string, string> {
  const within = Object.entries(fields).filter(([field]) => field.startsWith(`${name}.`))
  return Object.fromEntries(
    within.map(([field, message]) => [field.slice(name.length + 1), message]),
  )
}

/**
 * The number in a text field; null if it’s blank. Anything else stays text, which the server refuses, because null may mean
 * that there is no limit.
 */
export function numberOf(text: string): number | string | null {
  const amount = normalizeAmount(text)
  const number = Number(amount)
  if (amount === '') return null
  return Number.isFinite(number) ? number : text
}

/** The same for '10', '10%', and '10 %'. */
export function percentOf(text: string): ReturnType<typeof numberOf> {
  return numberOf(text.replace(/%\s*$/, ''))
}

/** Returns null while the text is not an amount. */
export function parseCents(text: string): Cents | null {
  try {
    return parseMoney(normalizeAmount(text))
  } catch {
    return null
  }
}

/** The changed fields: overwriting after a conflict sends only these. */
export function changedFields<Body extends object>(before: Body, now: Body): Partial<Body> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
    ),
  ) as Partial<Body>
}
