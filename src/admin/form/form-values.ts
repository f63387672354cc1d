import type { ChangeEvent } from 'react'

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

/** The changed fields: overwriting after a conflict sends only these. */
export function changedFields<Body extends object>(before: Body, now: Body): Partial<Body> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
    ),
  ) as Partial<Body>
}
