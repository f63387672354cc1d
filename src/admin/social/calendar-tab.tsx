import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Payload } from 'payload'

import { ButtonLink, IconLink } from '@/admin/form/button'
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

import { Calendar } from './calendar'
import { socialListHref, type SocialListParams } from './social-list-params'

const mostShown = 300
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
    page: 1,
    limit: mostShown,
    from,
    to,
  })
  return { today, days, day: day ?? today, posts: rows }
}

export function CalendarTab({
  calendar: { today, days, day, posts },
  view,
  timeZone,
}: {
  calendar: Awaited<ReturnType<typeof loadCalendar>>
  view: SocialListParams['view']
  timeZone: string
}) {
  const step = (direction: 1 | -1): string =>
    view === 'week' ? addDays(day, 7 * direction) : firstOfMonth(day, direction)
  const first = new Date(`${days[0]}T00:00:00Z`)
  const last = new Date(`${days.at(-1)}T00:00:00Z`)
  const title =
    view === 'month'
      ? monthName.format(new Date(`${day}T00:00:00Z`))
      : `${dayName.format(first)} to ${dayName.format(last)}`
  return (
    <>
      <Tabs
        label="View"
        current={view}
        tabs={[
          {
            value: 'month',
            label: 'Month',
            href: socialListHref({ tab: 'calendar', view: 'month', day }),
          },
          {
            value: 'week',
            label: 'Week',
            href: socialListHref({ tab: 'calendar', view: 'week', day }),
          },
        ]}
      />
      <Panel>
        <header className="df-panel__head df-calendar__head">
          <h2 aria-live="polite">{title}</h2>
          <nav aria-label="Calendar" className="df-calendar__nav">
            <IconLink
              icon={ChevronLeft}
              iconSize={20}
              href={socialListHref({ tab: 'calendar', view, day: step(-1) })}
              label={view === 'week' ? 'The week before' : 'The month before'}
            />
            <ButtonLink small href={socialListHref({ tab: 'calendar', view })}>
              Today
            </ButtonLink>
            <IconLink
              icon={ChevronRight}
              iconSize={20}
              href={socialListHref({ tab: 'calendar', view, day: step(1) })}
              label={view === 'week' ? 'The week after' : 'The month after'}
            />
          </nav>
        </header>
        <Calendar
          key={`${view}-${days[0]}`}
          days={days}
          today={today}
          month={view === 'month' ? day.slice(0, 7) : null}
          posts={posts}
        />
        <p className="df-panel__text df-soft">
          Days and hours are those of the shop ({timeZone.replaceAll('_', ' ')}). Drag what is not
          out yet to another day, or use Change date.
        </p>
      </Panel>
    </>
  )
}
