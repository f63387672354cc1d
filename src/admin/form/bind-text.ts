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
