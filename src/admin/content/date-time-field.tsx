'use client'
import { useField } from '@payloadcms/ui'
import type { DateFieldClientComponent } from 'payload'
import { type ComponentProps, useState } from 'react'

import { ScheduleField } from '@/admin/form/schedule-field'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

type Props = ComponentProps<DateFieldClientComponent> & { timeZone: string }

/** A date and time in the shop's time zone, to the minute. */
export function DateTimeField({ path, field, timeZone }: Props) {
  const { value, setValue, showError, errorMessage, disabled } = useField<string | null>({ path })
  // An incomplete date isn't a value yet, and the browser keeps its parts.
  const [typed, setTyped] = useState<{ local: string; value: string | null } | null>(null)
  const saved = value ? toZonedDateTime(value, timeZone) : ''
  const local = typed && typed.value === (value ?? null) ? typed.local : saved
  return (
    <div className="field-type">
      <ScheduleField
        label={typeof field.label === 'string' ? field.label : field.name}
        timeZone={timeZone}
        value={local}
        disabled={disabled}
        error={showError ? errorMessage : undefined}
        onChange={(text) => {
          const moment = fromZonedDateTime(text, timeZone)
          setTyped({ local: text, value: moment })
          setValue(moment)
        }}
      />
    </div>
  )
}
