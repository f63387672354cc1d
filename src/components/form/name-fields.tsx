import type { ComponentProps } from 'react'

import { TextField } from '@/ui/form-fields'

type Name = 'firstName' | 'lastName'
type Props = Omit<ComponentProps<typeof TextField>, 'id' | 'name' | 'label' | 'error'> & {
  ids: Record<Name, string>
  values?: Record<Name, string | null>
  errors?: Record<string, string>
  className: string
}

const fields = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
] as const

/** The optional first and last name, side by side; other props go to both fields. */
export function NameFields({ ids, values, errors, className, ...input }: Props) {
  return (
    <div className={className}>
      {fields.map((field) => (
        <TextField
          key={field.name}
          id={ids[field.name]}
          optional
          defaultValue={values && (values[field.name] ?? '')}
          error={errors?.[field.name]}
          {...field}
          {...input}
        />
      ))}
    </div>
  )
}
