import { fromZonedDateTime } from '@/platform/time-zones'

import { ScheduleField } from './schedule-field'

const isOver = (endsAt: string, timeZone: string): boolean =>
  Date.parse(fromZonedDateTime(endsAt, timeZone) ?? '') <= Date.now()

/** When something starts and ends, on the shop's clock; both are optional. */
export function StartEndFields({
  labels: [starts, ends],
  values,
  fields,
  timeZone,
  onStart,
  onEnd,
}: {
  labels: readonly [starts: string, ends: string]
  values: readonly [startsAt: string, endsAt: string]
  /** Errors of the two fields. */
  fields: readonly [startsAt: string | undefined, endsAt: string | undefined]
  timeZone: string
  onStart: (startsAt: string) => void
  onEnd: (endsAt: string) => void
}) {
  const shared = { optional: true, required: false, timeZone }
  return (
    <>
      <ScheduleField
        {...shared}
        label={starts}
        value={values[0]}
        error={fields[0]}
        hint="Leave blank to start now."
        onChange={onStart}
      />
      <ScheduleField
        {...shared}
        label={ends}
        value={values[1]}
        error={fields[1]}
        hint={
          isOver(values[1], timeZone)
            ? 'This time has passed, so it’s already over.'
            : 'Leave blank for no end.'
        }
        onChange={onEnd}
      />
    </>
  )
}
