'use client'
import { SelectField } from '@/admin/form/fields'
import { ScheduleField } from '@/admin/form/schedule-field'
import type { SelectableStatus } from '@/modules/social/rules/social-post'

const statuses = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Publish Now',
} satisfies Record<SelectableStatus, string>
const isStatus = (value: string): value is SelectableStatus => value in statuses

type Values = { status: SelectableStatus; scheduledFor: string }
type Props = Values & {
  timeZone: string
  errors: Record<string, string>
  onChange: (change: Partial<Values>) => void
}

/** Whether a post is a draft, goes out now, or when it goes out. */
export function ScheduleFields({ status, scheduledFor, timeZone, errors, onChange }: Props) {
  return (
    <div className="df-form__row">
      <SelectField
        label="Status"
        value={status}
        error={errors.status}
        options={Object.entries(statuses)}
        onChange={({ currentTarget: { value } }) =>
          isStatus(value) ? onChange({ status: value }) : undefined
        }
      />
      {status === 'scheduled' ? (
        <ScheduleField
          label="Schedule date"
          timeZone={timeZone}
          value={scheduledFor}
          error={errors.scheduledFor}
          onChange={(value) => onChange({ scheduledFor: value })}
        />
      ) : null}
    </div>
  )
}
