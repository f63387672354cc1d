'use client'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { CardButton } from '@/components/account/card-button'
import { formatLongDate } from '@/components/content/long-date'
import { onTabReturn, useBrowserValue } from '@/components/use-browser-value'
import { daysBetween, formatDayCount, isCalendarDay, toCalendarDay } from '@/platform/calendar-days'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

import { dayCounterStore } from './day-counter-store'

const today = (): string => toCalendarDay(new Date())

/** Where to count from. The form sends nothing: it has no names that could be sent and no address to go to. */
const DayForm = ({ since, now, onDone }: { since: string; now: string; onDone: () => void }) => {
  const [day, setDay] = useState(since || now)
  const [error, setError] = useState('')
  // The form replaces the button that had the focus.
  useEffect(() => document.getElementById('count-from')?.focus(), [])
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!isCalendarDay(day)) return setError('Please choose a date.')
    if ((daysBetween(day, now) ?? -1) < 0)
      return setError('Please choose today or an earlier date.')
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
        error={error || undefined}
        className="basis-52"
      />
      <Button type="submit" variant="line">
        Start counting
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

type CountProps = {
  since: string
  days: number
  onChange: () => void
  onRestart: () => void
  onStop: () => void
}

const DayCount = ({ since, days, onChange, onRestart, onStop }: CountProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
    <p className="font-display text-h3 font-medium lining-nums">
      {days === 0
        ? 'Since today.'
        : `${formatDayCount(days)} since ${formatLongDate(`${since}T00:00:00Z`)}.`}{' '}
      <span className="text-ink-soft">One day is enough.</span>
    </p>
    <div className="-mx-3 flex flex-wrap">
      <CardButton onClick={onChange}>Change date</CardButton>
      {days > 0 ? <CardButton onClick={onRestart}>Start again from today</CardButton> : null}
      <CardButton onClick={onStop}>Stop counting</CardButton>
    </div>
  </div>
)

const StartCounting = ({ onStart }: { onStart: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
    <CardButton
      className="-mx-3 px-3! underline decoration-sun decoration-2 underline-offset-4"
      onClick={onStart}
    >
      Count my days (this device only)
    </CardButton>
  </p>
)

/**
 * Days since a day that someone chose: off until they turn it on, stored in this browser, and never sent. Starting
 * over is easy.
 */
export function DayCounter({ className = '' }: { className?: string }) {
  const since = useSyncExternalStore(dayCounterStore.subscribe, dayCounterStore.get, () => '')
  const now = useBrowserValue(today, '', onTabReturn)
  const [choosing, setChoosing] = useState(false)
  const [message, setMessage] = useState('')
  const section = useRef<HTMLElement>(null)
  if (now === '') return null
  const days = since ? daysBetween(since, now) : null
  const isCounting = days !== null && days >= 0
  const choose = (): void => {
    setMessage('')
    setChoosing(true)
  }
  const close = (): void => {
    setChoosing(false)
    setMessage('')
    section.current?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Your days"
      className={`outline-none ${className}`}
    >
      <div className="grid gap-4 border-y border-line py-7">
        {isCounting && !choosing ? (
          <DayCount
            since={since}
            days={days}
            onChange={choose}
            onRestart={() => {
              dayCounterStore.set(now)
              setMessage('Beginning again is part of it. Whatever came before still counts.')
              // The pressed button is gone.
              section.current?.focus({ preventScroll: true })
            }}
            onStop={() => {
              dayCounterStore.clear()
              close()
            }}
          />
        ) : choosing ? (
          <DayForm since={since} now={now} onDone={close} />
        ) : (
          <StartCounting onStart={choose} />
        )}
        <p role="status" className="text-ink-soft empty:hidden">
          {message}
        </p>
        {isCounting || choosing ? (
          <p className="text-small text-ink-mute">
            Saved on this device only. We never see it, but anyone signed in on this browser can.
          </p>
        ) : null}
      </div>
    </section>
  )
}
