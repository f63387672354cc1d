import { ContentPicture } from '@/components/content/content-picture'
import type { ContentCardView } from '@/modules/content/queries/content-cards'

/** One to read today; the whole of it leads to the piece. */
export function DailyReflection({ piece }: { piece: ContentCardView }) {
  return (
    <section aria-labelledby="todays-reflection" className="relative grid content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="todays-reflection" className="text-h3">
          Today’s reflection
        </h2>
        <p className="text-small text-ink-mute">{piece.readingMinutes} min read</p>
      </div>
      <div className="overflow-hidden rounded-block">
        <ContentPicture
          piece={piece}
          alt=""
          sizes="(min-width: 64rem) 38rem, calc(100vw - 2.5rem)"
          load="eager"
          className="dim aspect-16/9 w-full object-cover object-[20%_50%]"
        />
      </div>
      <h3 className="text-h2">
        <a href={`/reflections/${piece.slug}`} className="after:absolute after:inset-0">
          {piece.title}
        </a>
      </h3>
      {piece.excerpt ? <p className="text-ink-soft">{piece.excerpt}</p> : null}
    </section>
  )
}
