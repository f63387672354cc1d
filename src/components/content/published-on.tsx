const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const PublishedOn = ({ date }: { date: string }) => <time dateTime={date}>{day.format(new Date(date))}</time>
