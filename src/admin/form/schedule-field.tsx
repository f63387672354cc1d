'use client'
import type { ComponentProps } from 'react'

import { TextField } from './fields'

/** A moment on the shop's clock. */
export function ScheduleField({
  timeZone,
  onChange,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'onChange'> & {
  timeZone: string
  onChange: (value: string) => void
}) {
  return (
    <TextField
      type="datetime-local"
      required
      hint={`In the shop’s time zone (${timeZone.replaceAll('_', ' ')}).`}
      {...props}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
