'use client'
import { useHydrated } from '@/components/use-browser-value'
import { iconButtonClass } from '@/ui/button'
import { SelectField } from '@/ui/form-fields'
import { Icon } from '@/ui/icon'

import {
  durationLabel,
  formatDuration,
  playbackRates,
  skipSeconds,
  sleepTimerMinutes,
} from './audio-playback'
import { useAudio } from './use-audio'

type Props = { id: number; title: string; src: string; mimeType: string; seconds: number | null }

type ControlProps = { id: number; playback: ReturnType<typeof useAudio> }

const skipClass = iconButtonClass('plain', 'w-auto! grid-flow-col gap-1 px-2')

const Transport = ({
  playback: { isPlaying, length, position, seek, toggle },
}: Pick<ControlProps, 'playback'>) => (
  <>
    <div className="flex flex-wrap items-center gap-2 sm:gap-3">
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
          {option === 1 ? 'Normal' : `${option}×`}
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
          {minutes === 0 ? 'When the recording ends' : `After ${minutes} minutes`}
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
  if (hasFailed) return 'Couldn’t play the recording. Please try again.'
  if (isWaiting && isPlaying) return 'Loading the recording…'
  return sleepMinutes > 0
    ? `Plays for ${sleepMinutes} minutes, repeating if needed, then stops.`
    : ''
}

/**
 * A recording. Without scripts it is the browser's own player. Nothing is fetched before someone presses play.
 * With a sleep timer a shorter recording begins again until then.
 */
export function AudioPlayer({ id, title, src, mimeType, seconds }: Props) {
  const hasScripts = useHydrated()
  const playback = useAudio(id, seconds)
  return (
    <div className={hasScripts ? 'grid gap-3' : 'grid min-h-36 content-center gap-3'}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a transcript stands below (AudioSection) */}
      <audio
        preload="none"
        controls={!hasScripts}
        aria-label={`Recording: ${title}`}
        className={hasScripts ? 'hidden' : 'w-full'}
        {...playback.media}
      >
        <source src={src} type={mimeType} onError={playback.media.onError} />
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
