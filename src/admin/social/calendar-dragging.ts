import {
  type CollisionDetection,
  type DndContextProps,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { toast } from '@payloadcms/ui'

const longDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

export function dayLabel(day: string): string {
  return longDay.format(new Date(`${day}T00:00:00Z`))
}

const announceEdge = (): void =>
  void toast.message('No more days in this view', {
    id: 'calendar-edge',
    description: 'To choose a date outside this view, use Change date.',
  })

/** Arrow keys move by day; past the last one an announcement explains the limit. */
const stepByDay =
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
    const currentDay = String(over?.id ?? active?.data.current?.day ?? '')
    let next = days.indexOf(currentDay) + step
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
export const detectDay: CollisionDetection = (args) => {
  const within = pointerWithin(args)
  return within.length > 0 ? within : rectIntersection(args)
}

/** Posts are moved by mouse, by touch after a moment, and by keyboard. */
export function useCalendarSensors(days: readonly string[]) {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepByDay(days) }),
  )
}

/** What screen readers say while a post is moved. */
export function dragMessages(textOf: (id: unknown) => string): DndContextProps['accessibility'] {
  return {
    screenReaderInstructions: {
      draggable:
        'Press Space to pick up the post, arrow keys to choose a day, Space to drop it, or Escape to cancel.',
    },
    announcements: {
      onDragStart: ({ active }) => `Picked up “${textOf(active.id)}”.`,
      onDragOver: ({ over }) => (over ? `Over ${dayLabel(String(over.id))}.` : undefined),
      onDragEnd: ({ active, over }) =>
        over
          ? `Moved “${textOf(active.id)}” to ${dayLabel(String(over.id))}.`
          : `“${textOf(active.id)}” wasn’t moved.`,
      onDragCancel: ({ active }) => `“${textOf(active.id)}” wasn’t moved.`,
    },
  }
}
