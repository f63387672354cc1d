'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { useHydrated } from '@/components/use-browser-value'
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

/** Pauses after so many minutes of playing; 0 never does. */
const useSleepTimer = (audio: RefObject<HTMLAudioElement | null>, isPlaying: boolean) => {
  const [minutes, setMinutes] = useState(0)
  useEffect(() => {
    if (!isPlaying || minutes === 0) return undefined
    const timer = setTimeout(() => {
      audio.current?.pause()
      setMinutes(0)
    }, minutes * 60_000)
    return () => clearTimeout(timer)
  }, [audio, isPlaying, minutes])
  return [minutes, setMinutes] as const
}

/** The element and its state. The position is remembered on this device only. */
const useAudioState = (id: number, seconds: number | null) => {
  const audio = useRef<HTMLAudioElement>(null)
  const hasStarted = useRef(false)
  const [isPlaying, setPlaying] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [length, setLength] = useState(seconds)
  const [position, setPosition] = useState(0)

  useEffect(() => {
    setPosition(getSavedPosition(id, seconds))
  }, [id, seconds])
  useEffect(() => {
    const save = (): void => {
      if (audio.current && hasStarted.current)
        savePosition(id, audio.current.ended ? 0 : audio.current.currentTime)
    }
    addEventListener('pagehide', save)
    return () => removeEventListener('pagehide', save)
  }, [id])

  return {
    audio,
    hasStarted,
    isPlaying,
    setPlaying,
    isWaiting,
    setWaiting,
    hasFailed,
    setFailed,
    length,
    setLength,
    position,
    setPosition,
  }
}

const mediaProps = (
  id: number,
  {
    audio,
    hasStarted,
    position,
    setPlaying,
    setWaiting,
    setFailed,
    setLength,
    setPosition,
  }: ReturnType<typeof useAudioState>,
  sleepMinutes: number,
) => {
  return {
    ref: audio,
    onPlay: () => setPlaying(true),
    onWaiting: () => setWaiting(true),
    onPlaying: () => setWaiting(false),
    onError: () => {
      if (hasStarted.current) setFailed(true)
    },
    // The end of a recording is reported as a pause first; with a sleep timer it goes on.
    onPause: () => {
      if (!audio.current || audio.current.ended) return
      setPlaying(false)
      savePosition(id, audio.current.currentTime)
    },
    onEnded: () => {
      savePosition(id, 0)
      if (audio.current && sleepMinutes > 0) {
        audio.current.currentTime = 0
        void audio.current.play()
        return
      }
      setPlaying(false)
      setPosition(0)
    },
    onTimeUpdate: () => {
      if (audio.current && hasStarted.current) setPosition(audio.current.currentTime)
    },
    onLoadedMetadata: () => {
      const element = audio.current
      if (!element) return
      if (Number.isFinite(element.duration)) setLength(element.duration)
      // A position that was chosen before the file was there.
      if (Math.abs(element.currentTime - position) > 1) element.currentTime = position
    },
  }
}

const useAudio = (id: number, seconds: number | null) => {
  const state = useAudioState(id, seconds)
  const { audio, hasStarted, isPlaying, isWaiting, hasFailed, setFailed } = state
  const { length, position, setPosition } = state
  const [rate, setRate] = useState(1)
  const [sleepMinutes, setSleepMinutes] = useSleepTimer(audio, isPlaying)

  const seek = (to: number): void => {
    const next = Math.min(Math.max(0, to), length ?? to)
    setPosition(next)
    if (audio.current && hasStarted.current) audio.current.currentTime = next
    savePosition(id, next)
  }
  const toggle = (): void => {
    const element = audio.current
    if (!element) return
    if (isPlaying) return element.pause()
    if (!hasStarted.current || element.ended) {
      hasStarted.current = true
      element.currentTime = element.ended ? 0 : position
      element.playbackRate = rate
    }
    setFailed(false)
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true)
    })
  }
  return {
    media: mediaProps(id, state, sleepMinutes),
    isPlaying,
    isWaiting,
    hasFailed,
    length,
    position,
    rate,
    sleepMinutes,
    seek,
    toggle,
    setSleepMinutes,
    setRate: (next: number): void => {
      setRate(next)
      if (audio.current) audio.current.playbackRate = next
    },
  }
}

type ControlProps = { id: number; playback: ReturnType<typeof useAudio> }

const skipClass = iconButtonClass('plain', 'w-auto! grid-flow-col gap-1 px-2')

const Transport = ({
  playback: { isPlaying, length, position, seek, toggle },
}: Pick<ControlProps, 'playback'>) => (
  <>
    <div className="flex items-center gap-2 sm:gap-3">
      <button
        type="button"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        onClick={toggle}
        className="grid size-14 shrink-0 place-items-center rounded-full bg-fern text-on-fern hover:bg-fern-deep"
      >
        <Icon name={isPlaying ? 'pause' : 'play'} className="size-6" />
      </button>
      <button
        type="button"
        aria-label={`Back ${skipSeconds} seconds`}
        onClick={() => seek(position - skipSeconds)}
        className={skipClass}
      >
        <Icon name="returns" />
        <span className="nums text-small">{skipSeconds}</span>
      </button>
      <button
        type="button"
        aria-label={`Forward ${skipSeconds} seconds`}
        onClick={() => seek(position + skipSeconds)}
        className={skipClass}
      >
        <span className="nums text-small">{skipSeconds}</span>
        <Icon name="forward" />
      </button>
      <p className="nums ml-auto text-small text-ink-soft">
        <span aria-hidden="true">
          {formatDuration(position)}
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
      value={Math.floor(position)}
      disabled={!length}
      aria-valuetext={
        length ? `${durationLabel(position)} of ${durationLabel(length)}` : durationLabel(position)
      }
      onChange={(event) => seek(Number(event.target.value))}
      className="h-11 w-full cursor-pointer accent-fern"
    />
  </>
)

const PlaybackSettings = ({
  id,
  playback: { rate, setRate, sleepMinutes, setSleepMinutes },
}: ControlProps) => (
  <div className="grid grid-cols-2 gap-3">
    <SelectField
      id={`speed-${id}`}
      label="Speed"
      value={rate}
      onChange={(event) => setRate(Number(event.target.value))}
    >
      {playbackRates.map((option) => (
        <option key={option} value={option}>
          {option === 1 ? 'As recorded' : `${option}×`}
        </option>
      ))}
    </SelectField>
    <SelectField
      id={`sleep-${id}`}
      label="Sleep timer"
      value={sleepMinutes}
      onChange={(event) => setSleepMinutes(Number(event.target.value))}
    >
      {sleepTimerMinutes.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 0 ? 'At the end' : `After ${minutes} minutes`}
        </option>
      ))}
    </SelectField>
  </div>
)

const statusOf = ({
  hasFailed,
  isWaiting,
  isPlaying,
  sleepMinutes,
}: ControlProps['playback']): string => {
  if (hasFailed) return 'The recording could not be played. Please try once more.'
  if (isWaiting && isPlaying) return 'Fetching the recording…'
  return sleepMinutes > 0
    ? `Plays for ${sleepMinutes} minutes, over again if it is shorter, then stops.`
    : ''
}

/**
 * A recording. Without scripts it is the browser's own player. Nothing of it is fetched before somebody presses play.
 * With a sleep timer a shorter recording begins again until then.
 */
export function AudioPlayer({ id, title, src, mimeType, seconds }: Props) {
  const hasScripts = useHydrated()
  const playback = useAudio(id, seconds)
  return (
    <div className={hasScripts ? 'grid gap-3' : 'grid min-h-36 content-center gap-3'}>
      {/* eslint-disable-next-line jsx-a11y-x/media-has-caption -- a transcript stands below (AudioSection) */}
      <audio
        preload="none"
        controls={!hasScripts}
        aria-label={`Recording: ${title}`}
        className={hasScripts ? 'hidden' : 'w-full'}
        {...playback.media}
      >
        <source src={src} type={mimeType} />
      </audio>
      {hasScripts ? (
        <>
          <Transport playback={playback} />
          <PlaybackSettings id={id} playback={playback} />
          <p role="status" className="text-small text-ink-soft empty:hidden">
            {statusOf(playback)}
          </p>
        </>
      ) : null}
    </div>
  )
}
