import { ContentPicture } from '@/components/content/content-picture'
import type { ContentCardView } from '@/modules/content/queries/content-cards'
import { contentHref } from '@/modules/content/rules/content'

export function DailyReflection({ content }: { content: ContentCardView }) {
  return (
    <section aria-labelledby="todays-reflection" className="relative grid content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="todays-reflection" className="text-h3">
          Today’s reflection
        </h2>
        <p className="text-small text-ink-mute">{content.readingMinutes} min read</p>
      </div>
      <div className="overflow-hidden rounded-block">
        <ContentPicture
          content={content}
          alt=""
          sizes="(min-width: 64rem) 38rem, calc(100vw - 2.5rem)"
          load="eager"
          className="dim aspect-16/9 w-full object-cover object-[20%_50%]"
        />
      </div>
      <h3 className="text-h2">
        <a href={contentHref(content)} className="after:absolute after:inset-0">
          {content.title}
        </a>
      </h3>
      {content.excerpt ? <p className="text-ink-soft">{content.excerpt}</p> : null}
    </section>
  )
}
