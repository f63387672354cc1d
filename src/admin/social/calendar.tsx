'use client'
import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { toast } from '@payloadcms/ui'
import { CalendarClock, GripVertical, Plus } from 'lucide-react'
import { useState } from 'react'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import {
  isPostEditable,
  socialPlatformLabels,
  socialPostStatusLabels,
} from '@/modules/social/rules/social-post'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

import { NetworkIcon } from './network-icon'
import { usePostEditor } from './post-editor-provider'
import { shorten } from './post-form-values'
import { RescheduleDialog } from './reschedule-dialog'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const longDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})
const dayLabel = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`))
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  hour: 'numeric',
  minute: '2-digit',
})
const timeOf = (local: string): string => clock.format(new Date(`${local}:00Z`))
const shortText = (text: string): string => shorten(text, 44)
const usualHour = '09:00'

const announceEdge = (): void =>
  void toast.message('This is the last day shown here', {
    id: 'calendar-edge',
    description: 'For a day before or after these weeks, use Change date.',
  })

/** Arrow keys move by day; past the last one an announcement explains the limit. */
const byDay =
  (days: readonly string[]): KeyboardCoordinateGetter =>
  (event, { context: { over, active, droppableRects, collisionRect } }) => {
    const step = {
      [KeyboardCode.Left]: -1,
      [KeyboardCode.Right]: 1,
      [KeyboardCode.Up]: -7,
      [KeyboardCode.Down]: 7,
    }[event.code]
    if (!step || !collisionRect) return undefined
    event.preventDefault()
    const here = String(over?.id ?? active?.data.current?.day ?? '')
    let next = days.indexOf(here) + step
    // Narrow screens hide some days.
    while (days[next] && !droppableRects.get(days[next] ?? '')?.height) next += step
    const rect = droppableRects.get(days[next] ?? '')
    if (!rect) announceEdge()
    return rect
      ? {
          x: rect.left + rect.width / 2 - collisionRect.width / 2,
          y: rect.top + rect.height / 2 - collisionRect.height / 2,
        }
      : undefined
  }
const collide: CollisionDetection = (args) => {
  const within = pointerWithin(args)
  return within.length > 0 ? within : rectIntersection(args)
}

const Entry = ({
  post,
  day,
  time,
  onChangeDate,
}: {
  post: SocialPostRecord
  day: string
  time: string
  onChangeDate: () => void
}) => {
  const { edit } = usePostEditor()
  const canMove = isPostEditable(post.status, post.deliveries)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } =
    useDraggable({ id: post.id, disabled: !canMove, data: { day } })
  const url = post.deliveries.find((one) => one.url)?.url
  const text = <>{shortText(post.postText)}</>
  return (
    <li
      ref={setNodeRef}
      className={`df-day__post df-day__post--${post.status}${isDragging ? ' df-day__post--dragged' : ''}`}
      style={transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : undefined}
    >
      <div className="df-day__line">
        {canMove ? (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            className="df-day__grip"
            aria-label={`Move “${shortText(post.postText)}” to another day`}
          >
            <GripVertical aria-hidden size={15} />
          </button>
        ) : null}
        <span className="df-day__time">{time}</span>
        {canMove ? (
          <button
            type="button"
            className="df-day__grip"
            title="Change date"
            aria-label={`Change date of “${shortText(post.postText)}”`}
            onClick={onChangeDate}
          >
            <CalendarClock aria-hidden size={15} />
          </button>
        ) : null}
      </div>
      {canMove ? (
        <button type="button" className="df-day__text" onClick={() => edit(post)}>
          {text}
        </button>
      ) : url ? (
        <a className="df-day__text" href={url} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ) : (
        <span className="df-day__text">{text}</span>
      )}
      <span className="df-day__status">
        {socialPostStatusLabels[post.status]}
        <span className="df-day__networks">
          {post.platforms.map((platform) => (
            <span key={platform}>
              <NetworkIcon platform={platform} />
              <span className="df-hidden"> {socialPlatformLabels[platform]}</span>
            </span>
          ))}
        </span>
      </span>
    </li>
  )
}

const Day = ({
  day,
  today,
  isOther,
  children,
  isEmpty,
}: {
  day: string
  today: string
  isOther: boolean
  isEmpty: boolean
  children: React.ReactNode
}) => {
  // Narrow screens hide empty days that take no new post.
  const isIdle = isEmpty && (isOther || day < today)
  const { setNodeRef, isOver } = useDroppable({ id: day })
  const { write } = usePostEditor()
  return (
    <section
      ref={setNodeRef}
      aria-label={dayLabel(day)}
      className={[
        'df-day',
        isOther ? 'df-day--other' : '',
        isIdle ? 'df-day--idle' : '',
        isOver ? 'df-day--over' : '',
        day === today ? 'df-day--today' : '',
      ].join(' ')}
    >
      <header>
        <span className="df-day__number" aria-hidden>
          {Number(day.slice(8))}
        </span>
        <span className="df-day__name" aria-hidden>
          {dayLabel(day)}
        </span>
        {day === today ? <span className="df-hidden">Today</span> : null}
        {day >= today ? (
          <button
            type="button"
            className="df-day__grip"
            aria-label={`New post on ${dayLabel(day)}`}
            onClick={() => write({ status: 'scheduled', scheduledFor: `${day}T${usualHour}` })}
          >
            <Plus aria-hidden size={16} />
          </button>
        ) : null}
      </header>
      <ul>{children}</ul>
    </section>
  )
}

/** Unsent posts move by mouse, touch, or keyboard, or through a dialog. */
export function Calendar({
  days,
  today,
  month,
  posts,
}: {
  days: readonly string[]
  today: string
  month: string | null
  posts: readonly SocialPostRecord[]
}) {
  const { timeZone } = usePostEditor()
  const { send } = useAdminMutation()
  const [moved, setMoved] = useState<Record<number, string>>({})
  const [changing, setChanging] = useState<number | null>(null)
  /** Results of our own moves until the page is refreshed, to avoid version conflicts with ourselves. */
  const [latest, setLatest] = useState<Record<number, SocialPostRecord>>({})
  const current = posts.map((post) => {
    const own = latest[post.id]
    return own && own.updatedAt > post.updatedAt ? own : post
  })
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: byDay(days) }),
  )
  const momentOf = (post: SocialPostRecord): string =>
    moved[post.id] ??
    (post.status === 'published'
      ? (post.publishedAt ?? post.scheduledFor)
      : (post.scheduledFor ?? post.publishedAt)) ??
    post.createdAt
  const placed = current
    .map((post) => ({ post, local: toZonedDateTime(momentOf(post), timeZone) }))
    .sort((a, b) => a.local.localeCompare(b.local))

  const schedule = async (post: SocialPostRecord, scheduledFor: string): Promise<void> => {
    const was = post.scheduledFor
    setMoved((before) => ({ ...before, [post.id]: scheduledFor }))
    const undo =
      was && post.status === 'scheduled'
        ? () =>
            void send({
              path: `/api/admin/social/posts/${post.id}/schedule`,
              body: { scheduledFor: was },
              done: 'Social post updated',
              failed: 'Error updating social post',
            })
        : undefined
    const saved = await send<SocialPostRecord>({
      path: `/api/admin/social/posts/${post.id}/schedule`,
      body: { scheduledFor, version: post.updatedAt },
      done: 'Social post updated',
      undo,
      failed: 'Error updating social post',
    })
    if (saved) setLatest((before) => ({ ...before, [post.id]: saved }))
    setMoved(({ [post.id]: _, ...rest }) => rest)
  }
  const drop = ({ active, over }: DragEndEvent): void => {
    const dropped = placed.find(({ post }) => post.id === active.id)
    if (!dropped || !over || dropped.local.slice(0, 10) === over.id) return
    const scheduledFor = fromZonedDateTime(`${over.id}T${dropped.local.slice(11)}`, timeZone)
    if (scheduledFor) void schedule(dropped.post, scheduledFor)
  }
  const changed = current.find(({ id }) => id === changing)
  const textOf = (id: unknown): string =>
    shortText(posts.find((post) => post.id === id)?.postText ?? 'The post')
  return (
    <DndContext
      id="social-calendar"
      sensors={sensors}
      collisionDetection={collide}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            'Press Space to pick the post up, the arrow keys to choose a day, Space again to put it there, Escape to leave it.',
        },
        announcements: {
          onDragStart: ({ active }) => `“${textOf(active.id)}” is picked up.`,
          onDragOver: ({ over }) => (over ? `Over ${dayLabel(String(over.id))}.` : undefined),
          onDragEnd: ({ active, over }) =>
            over
              ? `“${textOf(active.id)}” was put on ${dayLabel(String(over.id))}.`
              : `“${textOf(active.id)}” stays where it was.`,
          onDragCancel: ({ active }) => `“${textOf(active.id)}” stays where it was.`,
        },
      }}
    >
      <div className={`df-calendar${month ? '' : ' df-calendar--week'}`}>
        {weekdays.map((name) => (
          <span key={name} className="df-calendar__weekday" aria-hidden>
            {name.slice(0, 3)}
          </span>
        ))}
        {days.map((day) => {
          const own = placed.filter(({ local }) => local.slice(0, 10) === day)
          return (
            <Day
              key={day}
              day={day}
              today={today}
              isOther={month !== null && !day.startsWith(month)}
              isEmpty={own.length === 0}
            >
              {own.map(({ post, local }) => (
                <Entry
                  key={post.id}
                  post={post}
                  day={day}
                  time={timeOf(local)}
                  onChangeDate={() => setChanging(post.id)}
                />
              ))}
            </Day>
          )
        })}
      </div>
      {changed ? (
        <RescheduleDialog post={changed} timeZone={timeZone} onClose={() => setChanging(null)} />
      ) : null}
    </DndContext>
  )
}
