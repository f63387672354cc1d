'use client'
import { DndContext, type DragEndEvent, useDraggable, useDroppable } from '@dnd-kit/core'
import { CalendarClock, GripVertical, Plus } from 'lucide-react'
import { useRef, useState } from 'react'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import {
  isPostEditable,
  socialPlatformLabels,
  socialPostStatusLabels,
} from '@/modules/social/rules/social-post'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

import { dayLabel, detectDay, dragMessages, useCalendarSensors } from './calendar-dragging'
import { NetworkIcon } from './network-icon'
import { usePostEditor } from './post-editor-provider'
import { shorten } from './post-form-values'
import { RescheduleDialog } from './reschedule-dialog'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  hour: 'numeric',
  minute: '2-digit',
})
const timeOf = (local: string): string => clock.format(new Date(`${local}:00Z`))
const shortText = (text: string): string => shorten(text, 44)
const usualHour = '09:00'

type PlacedPost = { post: SocialPostRecord; local: string }

const EntryText = ({ post, canMove }: { post: SocialPostRecord; canMove: boolean }) => {
  const { edit } = usePostEditor()
  const url = post.deliveries.find((delivery) => delivery.url)?.url
  const text = shortText(post.postText)
  if (canMove)
    return (
      <button type="button" className="df-day__text" onClick={() => edit(post)}>
        {text}
      </button>
    )
  return url ? (
    <a className="df-day__text" href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <span className="df-day__text">{text}</span>
  )
}

const EntryStatus = ({ post }: { post: SocialPostRecord }) => (
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
)

const Entry = ({
  post,
  local,
  onChangeDate,
}: PlacedPost & { onChangeDate: (id: number) => void }) => {
  const canMove = isPostEditable(post.status, post.deliveries)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } =
    useDraggable({ id: post.id, disabled: !canMove, data: { day: local.slice(0, 10) } })
  const text = shortText(post.postText)
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
            aria-label={`Move “${text}” to another day`}
          >
            <GripVertical aria-hidden size={15} />
          </button>
        ) : null}
        <span className="df-day__time">{timeOf(local)}</span>
        {canMove ? (
          <button
            type="button"
            className="df-day__grip"
            title="Change date"
            aria-label={`Change date of “${text}”`}
            onClick={() => onChangeDate(post.id)}
          >
            <CalendarClock aria-hidden size={15} />
          </button>
        ) : null}
      </div>
      <EntryText post={post} canMove={canMove} />
      <EntryStatus post={post} />
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

/** The time at which a post appears in the calendar. */
const momentOf = ({ status, scheduledFor, publishedAt, createdAt }: SocialPostRecord): string =>
  (status === 'published' ? (publishedAt ?? scheduledFor) : (scheduledFor ?? publishedAt)) ??
  createdAt

type Records = Record<number, SocialPostRecord>

const newerOf = (post: SocialPostRecord, edited: SocialPostRecord | undefined): SocialPostRecord =>
  edited && edited.updatedAt > post.updatedAt ? edited : post

/** The posts in order of their time, with moves shown before they are saved. */
const useCalendarPosts = (posts: readonly SocialPostRecord[], timeZone: string) => {
  const { send } = useAdminMutation()
  const [moved, setMoved] = useState<Record<number, string>>({})
  /** Results of our own moves until the page is refreshed, to avoid version conflicts with ourselves. */
  const [latest, setLatest] = useState<Records>({})
  /** Posts that are dropped while another one is being saved are saved after it. */
  const saves = useRef<Promise<Records>>(Promise.resolve({}))
  const placed: PlacedPost[] = posts
    .map((listed) => {
      const post = newerOf(listed, latest[listed.id])
      return { post, local: toZonedDateTime(moved[post.id] ?? momentOf(post), timeZone) }
    })
    .sort((a, b) => a.local.localeCompare(b.local))

  const save = async (post: SocialPostRecord, scheduledFor: string, saved: Records) => {
    const previous = post.status === 'scheduled' ? post.scheduledFor : null
    const request = (body: object) => ({
      path: `/api/admin/social/posts/${post.id}/schedule`,
      body,
      done: 'Social post updated',
      failed: 'Error updating social post',
    })
    const result = await send<SocialPostRecord>({
      ...request({ scheduledFor, version: post.updatedAt }),
      undo: previous ? request({ scheduledFor: previous }) : undefined,
      waits: true,
    })
    const records = result ? { ...saved, [post.id]: result } : saved
    setLatest(records)
    // Unless the post was dropped again meanwhile.
    setMoved((moves) => {
      const { [post.id]: move, ...others } = moves
      return move === scheduledFor ? others : moves
    })
    return records
  }
  const schedule = (post: SocialPostRecord, scheduledFor: string): void => {
    setMoved((before) => ({ ...before, [post.id]: scheduledFor }))
    saves.current = saves.current.then((saved) =>
      save(newerOf(post, saved[post.id]), scheduledFor, saved),
    )
  }
  const drop = ({ active, over }: DragEndEvent): void => {
    const dropped = placed.find(({ post }) => post.id === active.id)
    if (!dropped || !over || dropped.local.slice(0, 10) === over.id) return
    const scheduledFor = fromZonedDateTime(`${over.id}T${dropped.local.slice(11)}`, timeZone)
    if (scheduledFor) schedule(dropped.post, scheduledFor)
  }
  return { placed, drop }
}

/** The page scrolls up and down below a dragged post. Sideways, Saturday would move away from under it. */
const verticalScroll = { threshold: { x: 0, y: 0.2 } }

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
  const sensors = useCalendarSensors(days)
  const { placed, drop } = useCalendarPosts(posts, timeZone)
  const [changing, setChanging] = useState<number | null>(null)
  const changed = placed.find(({ post }) => post.id === changing)?.post
  const textOf = (id: unknown): string =>
    shortText(posts.find((post) => post.id === id)?.postText ?? 'The post')
  return (
    <DndContext
      id="social-calendar"
      sensors={sensors}
      collisionDetection={detectDay}
      autoScroll={verticalScroll}
      onDragEnd={drop}
      accessibility={dragMessages(textOf)}
    >
      <div className={`df-calendar${month ? '' : ' df-calendar--week'}`}>
        {weekdays.map((name) => (
          <span key={name} className="df-calendar__weekday" aria-hidden>
            {name.slice(0, 3)}
          </span>
        ))}
        {days.map((day) => {
          const entries = placed.filter(({ local }) => local.startsWith(day))
          return (
            <Day
              key={day}
              day={day}
              today={today}
              isOther={month !== null && !day.startsWith(month)}
              isEmpty={entries.length === 0}
            >
              {entries.map((entry) => (
                <Entry key={entry.post.id} {...entry} onChangeDate={setChanging} />
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
