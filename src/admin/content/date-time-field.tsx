'use client'
import { useField } from '@payloadcms/ui'
import type { DateFieldClientComponent } from 'payload'
import { type ComponentProps, useState } from 'react'

import { ScheduleField } from '@/admin/form/schedule-field'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

type Props = ComponentProps<DateFieldClientComponent> & { timeZone: string }

type Typed = { local: string; value: string | null; isPending: boolean }

/** A date and time in the shop's time zone, to the minute. */
export function DateTimeField({ path, field, timeZone }: Props) {
  const { value, setValue, showError, errorMessage, disabled } = useField<string | null>({ path })
  const stored = value ?? null
  // An incomplete date isn't a value yet. The browser keeps its parts unless it is given another value, so what was
  // typed stays until the form has it.
  const [typed, setTyped] = useState<Typed | null>(null)
  if (typed?.isPending && typed.value === stored) setTyped({ ...typed, isPending: false })
  const isTyped = typed !== null && (typed.isPending || typed.value === stored)
  const local = isTyped ? typed.local : stored ? toZonedDateTime(stored, timeZone) : ''
  return (
    <div className="field-type">
      <ScheduleField
        id={`field-${path}`}
        label={typeof field.label === 'string' ? field.label : field.name}
        timeZone={timeZone}
        value={local}
        disabled={disabled}
        error={showError ? errorMessage : undefined}
        onChange={(text) => {
          const moment = fromZonedDateTime(text, timeZone)
          setTyped({ local: text, value: moment, isPending: true })
          setValue(moment)
        }}
      />
    </div>
  )
}
