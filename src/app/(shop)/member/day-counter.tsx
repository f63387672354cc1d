'use client'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { daysBetween, formatDayCount, isCalendarDay, toCalendarDay } from '@/platform/calendar-days'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

import { dayCounterStore } from './day-counter-store'

const line = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const inWords = (day: string): string => line.format(new Date(`${day}T00:00:00Z`))

const today = (): string => toCalendarDay(new Date())
const onReturn = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const onlyHere = 'On this device only. We never see it.'

/** Where to count from. The form sends nothing: it has no names that could be sent and no address to go to. */
const DayForm = ({ since, now, onDone }: { since: string; now: string; onDone: () => void }) => {
  const [day, setDay] = useState(since || now)
  const [problem, setProblem] = useState('')
  // It has taken the place of the button that was pressed.
  useEffect(() => document.getElementById('count-from')?.focus(), [])
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!isCalendarDay(day)) return setProblem('Please choose a day.')
    if ((daysBetween(day, now) ?? -1) < 0)
      return setProblem('Please choose today or a day before it.')
    dayCounterStore.set(day)
    onDone()
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-wrap items-end gap-3">
      <TextField
        id="count-from"
        type="date"
        label="Count from"
        max={now}
        value={day}
        autoComplete="off"
        onChange={(event) => setDay(event.target.value)}
        error={problem || undefined}
        className="basis-52"
      />
      <Button type="submit" variant="line">
        Count from then
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

/**
 * Days since a day that somebody chose: off until they switch it on, in plain words, kept in this browser and never sent.
 * Starting again is as easy as anything else here, and costs nothing.
 */
export function DayCounter() {
  const since = useSyncExternalStore(dayCounterStore.subscribe, dayCounterStore.get, () => '')
  const now = useSyncExternalStore(onReturn, today, () => '')
  const [choosing, setChoosing] = useState(false)
  const [said, setSaid] = useState('')
  const section = useRef<HTMLElement>(null)
  if (now === '') return null
  const days = since ? daysBetween(since, now) : null
  const isCounting = days !== null && days >= 0
  const done = (): void => {
    setChoosing(false)
    setSaid('')
    section.current?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Your days"
      className="wrap outline-none pt-(--sec)"
    >
      <div className="grid gap-4 border-y border-line py-7">
        {isCounting && !choosing ? (
          <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
            <p className="text-h3 font-display font-medium lining-nums">
              {days === 0 ? 'Since today.' : `${formatDayCount(days)} since ${inWords(since)}.`}{' '}
              <span className="text-ink-soft">One is enough.</span>
            </p>
            <div className="-mx-3 flex flex-wrap">
              <Button
                variant="ghost"
                size="sm"
                className="px-3!"
                onClick={() => {
                  setSaid('')
                  setChoosing(true)
                }}
              >
                Change the day
              </Button>
              {days > 0 ? (
                <Button
                  variant="ghost"
                  size="sm"
                  className="px-3!"
                  onClick={() => {
                    dayCounterStore.set(now)
                    setSaid('Beginning again is part of it. Whatever came before still counts.')
                  }}
                >
                  Start again from today
                </Button>
              ) : null}
              <Button
                variant="ghost"
                size="sm"
                className="px-3!"
                onClick={() => {
                  dayCounterStore.clear()
                  done()
                }}
              >
                Stop counting
              </Button>
            </div>
          </div>
        ) : choosing ? (
          <DayForm since={since} now={now} onDone={done} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button
              variant="ghost"
              size="sm"
              className="-mx-3 px-3! underline decoration-sun decoration-2 underline-offset-4"
              onClick={() => setChoosing(true)}
            >
              Count my days, on this device only
            </Button>
          </p>
        )}
        <p role="status" className="text-ink-soft empty:hidden">
          {said}
        </p>
        {isCounting || choosing ? (
          <p className="text-small text-ink-mute">
            {onlyHere} Anybody who uses this browser signed in can.
          </p>
        ) : null}
      </div>
    </section>
  )
}
