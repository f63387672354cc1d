/** 'November 28, 2026'. The time zone is named, so that server and browser write the same. */
export function formatLongDate(date: string, timeZone = 'UTC'): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })
}

export function LongDate({
  date,
  timeZone,
  className,
}: {
  date: string
  timeZone?: string
  className?: string
}) {
  return (
    <time dateTime={date} className={className}>
      {formatLongDate(date, timeZone)}
    </time>
  )
}
