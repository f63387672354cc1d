'use client'
import { type ComponentProps, useState } from 'react'

import { TextField } from './fields'

/** A moment on the shop's clock. */
export function ScheduleField({
  timeZone,
  error,
  onChange,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'onChange'> & {
  timeZone: string
  onChange: (value: string) => void
}) {
  const [isIncomplete, setIncomplete] = useState(false)
  return (
    <TextField
      type="datetime-local"
      required
      hint={`In the shop’s time zone (${timeZone.replaceAll('_', ' ')}).`}
      {...props}
      error={isIncomplete ? 'Please enter the full date and time.' : error}
      // In place of the browser's bubble, which soon disappears.
      onInvalid={(event) => {
        event.preventDefault()
        setIncomplete(true)
      }}
      onChange={({ currentTarget }) => {
        setIncomplete(false)
        onChange(currentTarget.value)
      }}
    />
  )
}
