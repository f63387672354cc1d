'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { iconButtonClass } from '@/ui/button'
import { SelectField } from '@/ui/form-fields'
import { Icon } from '@/ui/icon'

import {
  durationLabel,
  formatDuration,
  getSavedPosition,
  playbackRates,
  savePosition,
  skipSeconds,
  sleepTimerMinutes,
} from './audio-playback'

type Props = { id: number; title: string; src: string; mimeType: string; seconds: number | null }

const never = () => () => undefined

/**
 * A recording. Without scripts it is the browser's own player. Nothing of it is fetched before somebody presses play;
 * the place is remembered on this device only. With a sleep time a shorter recording begins again until then.
 */
export function AudioPlayer({ id, title, src, mimeType, seconds }: Props) {
  const audio = useRef<HTMLAudioElement>(null)
  const hasScripts = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [playing, setPlaying] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [failed, setFailed] = useState(false)
  const [length, setLength] = useState(seconds)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState(1)
  const [sleep, setSleep] = useState(0)
  const begun = useRef(false)

  useEffect(() => {
    setAt(getSavedPosition(id, seconds))
  }, [id, seconds])
  useEffect(() => {
    if (!playing || sleep === 0) return undefined
    const timer = setTimeout(() => {
      audio.current?.pause()
      setSleep(0)
    }, sleep * 60_000)
    return () => clearTimeout(timer)
  }, [playing, sleep])
  useEffect(() => {
    const stop = (): void => {
      if (audio.current && begun.current)
        savePosition(id, audio.current.ended ? 0 : audio.current.currentTime)
    }
    addEventListener('pagehide', stop)
    return () => removeEventListener('pagehide', stop)
  }, [id])

  const go = (to: number): void => {
    const next = Math.min(Math.max(0, to), length ?? to)
    setAt(next)
    if (audio.current && begun.current) audio.current.currentTime = next
    savePosition(id, next)
  }
  const toggle = (): void => {
    const element = audio.current
    if (!element) return
    if (playing) return element.pause()
    if (!begun.current || element.ended) {
      begun.current = true
      element.currentTime = element.ended ? 0 : at
      element.playbackRate = speed
    }
    setFailed(false)
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true)
    })
  }
  // The end of a recording is told as a pause first; with a sleep time it goes on.
  const onPause = (): void => {
    if (!audio.current || audio.current.ended) return
    setPlaying(false)
    savePosition(id, audio.current.currentTime)
  }
  const onEnded = (): void => {
    const element = audio.current
    savePosition(id, 0)
    if (element && sleep > 0) {
      element.currentTime = 0
      void element.play()
      return
    }
    setPlaying(false)
    setAt(0)
  }

  return (
    <div className={hasScripts ? 'grid gap-3' : 'grid min-h-36 content-center gap-3'}>
      {/* eslint-disable-next-line jsx-a11y-x/media-has-caption -- a transcript stands below (AudioSection) */}
      <audio
        ref={audio}
        preload="none"
        controls={!hasScripts}
        aria-label={`Recording: ${title}`}
        className={hasScripts ? 'hidden' : 'w-full'}
        onPlay={() => setPlaying(true)}
        onPause={onPause}
        onWaiting={() => setWaiting(true)}
        onPlaying={() => setWaiting(false)}
        onEnded={onEnded}
        onError={() => {
          if (begun.current) setFailed(true)
        }}
        onTimeUpdate={() => {
          if (audio.current && begun.current) setAt(audio.current.currentTime)
        }}
        onLoadedMetadata={() => {
          const element = audio.current
          if (!element) return
          if (Number.isFinite(element.duration)) setLength(element.duration)
          // What was asked for before the file was there.
          if (Math.abs(element.currentTime - at) > 1) element.currentTime = at
        }}
      >
        <source src={src} type={mimeType} />
      </audio>
      {hasScripts ? (
        <>
          <div className="flex items-center gap-2 sm:gap-3">
            <button
              type="button"
              aria-label={playing ? 'Pause' : 'Play'}
              onClick={toggle}
              className="grid size-14 shrink-0 place-items-center rounded-full bg-fern text-on-fern hover:bg-fern-deep"
            >
              <Icon name={playing ? 'pause' : 'play'} className="size-6" />
            </button>
            <button
              type="button"
              aria-label={`Back ${skipSeconds} seconds`}
              onClick={() => go(at - skipSeconds)}
              className={iconButtonClass('plain', 'w-auto! grid-flow-col gap-1 px-2')}
            >
              <Icon name="returns" />
              <span className="nums text-small">{skipSeconds}</span>
            </button>
            <button
              type="button"
              aria-label={`Forward ${skipSeconds} seconds`}
              onClick={() => go(at + skipSeconds)}
              className={iconButtonClass('plain', 'w-auto! grid-flow-col gap-1 px-2')}
            >
              <span className="nums text-small">{skipSeconds}</span>
              <Icon name="forward" />
            </button>
            <p className="nums ml-auto text-small text-ink-soft">
              <span aria-hidden="true">
                {formatDuration(at)}
                {length ? ` / ${formatDuration(length)}` : ''}
              </span>
              <span className="sr-only">{length ? `${durationLabel(length)} long` : ''}</span>
            </p>
          </div>
          <input
            type="range"
            aria-label="Position"
            min={0}
            max={Math.max(1, Math.floor(length ?? 0))}
            step={1}
            value={Math.floor(at)}
            disabled={!length}
            aria-valuetext={
              length ? `${durationLabel(at)} of ${durationLabel(length)}` : durationLabel(at)
            }
            onChange={(event) => go(Number(event.target.value))}
            className="h-11 w-full cursor-pointer accent-fern"
          />
          <div className="grid grid-cols-2 gap-3">
            <SelectField
              id={`speed-${id}`}
              label="Speed"
              value={speed}
              onChange={(event) => {
                const next = Number(event.target.value)
                setSpeed(next)
                if (audio.current) audio.current.playbackRate = next
              }}
            >
              {playbackRates.map((one) => (
                <option key={one} value={one}>
                  {one === 1 ? 'As recorded' : `${one}×`}
                </option>
              ))}
            </SelectField>
            <SelectField
              id={`sleep-${id}`}
              label="Sleep timer"
              value={sleep}
              onChange={(event) => setSleep(Number(event.target.value))}
            >
              {sleepTimerMinutes.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes === 0 ? 'At the end' : `After ${minutes} minutes`}
                </option>
              ))}
            </SelectField>
          </div>
          <p role="status" className="text-small text-ink-soft empty:hidden">
            {failed
              ? 'The recording could not be played. Please try once more.'
              : waiting && playing
                ? 'Fetching the recording…'
                : sleep > 0
                  ? `Plays for ${sleep} minutes, over again if it is shorter, then stops.`
                  : ''}
          </p>
        </>
      ) : null}
    </div>
  )
}
