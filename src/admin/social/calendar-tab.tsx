import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Payload } from 'payload'

import { ButtonLink, IconLink } from '@/admin/form/button'
import { LazyCalendar } from '@/admin/lazy-components'
import { Tabs } from '@/admin/list/tabs'
import { Panel } from '@/admin/shell/panel'
import { listSocialPosts } from '@/modules/social/queries/social-posts'
import {
  addDays,
  calendarDays,
  firstOfMonth,
  fromZonedDateTime,
  toZonedDateTime,
} from '@/platform/time-zones'

import { socialListHref, type SocialListParams } from './social-list-params'

const maxPosts = 300
const monthName = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
})
const dayName = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
})

/** Whole weeks in the shop's time zone, with their posts. */
export async function loadCalendar(
  payload: Payload,
  { view, day }: SocialListParams,
  timeZone: string,
  now: Date,
) {
  const today = toZonedDateTime(now.toISOString(), timeZone).slice(0, 10)
  const days = calendarDays(day ?? today, view)
  const from = fromZonedDateTime(`${days[0]}T00:00`, timeZone) ?? undefined
  const to = fromZonedDateTime(`${addDays(days.at(-1) ?? today, 1)}T00:00`, timeZone) ?? undefined
  const { rows } = await listSocialPosts(payload, {
    search: '',
    platform: '',
    status: '',
    show: '',
    sort: 'newest',
    page: 1,
    limit: maxPosts,
    from,
    to,
    firstDay: '',
    lastDay: '',
  })
  return { today, days, day: day ?? today, posts: rows }
}

type View = SocialListParams['view']
const views = [
  ['month', 'Month'],
  ['week', 'Week'],
] as const satisfies [View, string][]

const CalendarHead = ({ days, day, view }: { days: string[]; day: string; view: View }) => {
  const format = (formatter: Intl.DateTimeFormat, date = day): string =>
    formatter.format(new Date(`${date}T00:00:00Z`))
  const hrefAt = (direction: 1 | -1): string =>
    socialListHref({
      tab: 'calendar',
      view,
      day: view === 'week' ? addDays(day, 7 * direction) : firstOfMonth(day, direction),
    })
  return (
    <header className="df-panel__head df-calendar__head">
      <h2 aria-live="polite">
        {view === 'month'
          ? format(monthName)
          : `${format(dayName, days[0])} to ${format(dayName, days.at(-1))}`}
      </h2>
      <nav aria-label="Calendar" className="df-calendar__nav">
        <IconLink icon={ChevronLeft} iconSize={20} href={hrefAt(-1)} label={`Previous ${view}`} />
        <ButtonLink small href={socialListHref({ tab: 'calendar', view })}>
          Today
        </ButtonLink>
        <IconLink icon={ChevronRight} iconSize={20} href={hrefAt(1)} label={`Next ${view}`} />
      </nav>
    </header>
  )
}

export function CalendarTab({
  calendar: { today, days, day, posts },
  view,
  timeZone,
}: {
  calendar: Awaited<ReturnType<typeof loadCalendar>>
  view: View
  timeZone: string
}) {
  return (
    <>
      <Tabs
        label="View"
        current={view}
        tabs={views.map(([value, label]) => ({
          value,
          label,
          href: socialListHref({ tab: 'calendar', view: value, day }),
        }))}
      />
      <Panel>
        <CalendarHead days={days} day={day} view={view} />
        <LazyCalendar
          key={`${view}-${days[0]}`}
          days={days}
          today={today}
          month={view === 'month' ? day.slice(0, 7) : null}
          posts={posts}
        />
        <p className="df-panel__text df-soft">
          Times are in the shop’s time zone ({timeZone.replaceAll('_', ' ')}). Drag an unpublished
          post to another day, or use Change date.
        </p>
      </Panel>
    </>
  )
}
