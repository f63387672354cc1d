import type { AudioView } from '@/modules/content/queries/get-content'
import { Icon } from '@/ui/icon'

import { AudioPlayer } from './audio-player'

type Props = { id: number; title: string; recording: AudioView }

export function AudioSection({
  id,
  title,
  recording: { src, mimeType, seconds, transcript },
}: Props) {
  return (
    <section
      aria-label="Listen"
      className="mx-auto mb-12 max-w-[40.5rem] rounded-sheet bg-moss p-[clamp(1.25rem,3vw,2rem)]"
    >
      <div data-screen-only>
        <AudioPlayer id={id} title={title} src={src} mimeType={mimeType} seconds={seconds} />
      </div>
      {transcript ? (
        <details className="group mt-4 border-t border-line-strong/50 pt-1">
          <summary className="flex min-h-11 items-center justify-between gap-4 font-semibold">
            Transcript
            <Icon name="down" className="size-4.5 transition-transform group-open:rotate-180" />
          </summary>
          <div className="grid gap-3 pb-2 text-ink-soft">
            {transcript.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph} className="whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </div>
        </details>
      ) : null}
    </section>
  )
}
