/** A day in words, in the shop's own time zone so that server and browser write the same. */
export function LocalDate({
  time,
  timeZone,
  withTime = false,
}: {
  time: string
  timeZone: string
  withTime?: boolean
}) {
  return (
    <time dateTime={time}>
      {new Intl.DateTimeFormat('en-US', {
        dateStyle: 'medium',
        ...(withTime ? { timeStyle: 'short' } : {}),
        timeZone,
      }).format(new Date(time))}
    </time>
  )
}
