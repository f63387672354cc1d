import { SectionHeading } from '@/components/home/section-heading'
import { Picture } from '@/components/picture'
import { Scene } from '@/components/scene'
import type { ContentCardView } from '@/modules/content/queries/content-cards'
import { contentTypeLabels } from '@/modules/content/rules/content'

const places = ['stillwater', 'meadow', 'grove'] as const

type ItemProps = { content: ContentCardView; place: (typeof places)[number]; first: boolean }

const LatestItem = ({
  content: { slug, title, excerpt, contentType, readingMinutes, picture },
  place,
  first,
}: ItemProps) => {
  const sizes = first
    ? '(min-width: 64rem) min(48rem, 54vw), calc(100vw - 2.5rem)'
    : '(min-width: 64rem) 13rem, calc(100vw - 2.5rem)'
  const shape = `dim w-full object-cover object-[20%_50%] ${first ? 'aspect-16/10 lg:aspect-[16/11.5]' : 'aspect-16/10 lg:aspect-square'}`
  return (
    <article
      className={`relative grid content-start gap-4.5 ${first ? 'lg:row-span-2' : 'lg:grid-cols-[13rem_1fr] lg:gap-6'}`}
    >
      <div className="overflow-hidden rounded-block">
        {picture ? (
          <Picture picture={picture} alt="" sizes={sizes} className={shape} />
        ) : (
          <Scene place={place} sizes={sizes} className={shape} />
        )}
      </div>
      <div className="grid content-start gap-2.5">
        <p className="flex items-center gap-3 text-small text-ink-mute">
          <b className="font-semibold text-fern">{contentTypeLabels[contentType]}</b>
          {readingMinutes} min read
        </p>
        <h3 className={first ? 'text-h3 lg:text-[2.5rem]/[1.06]' : 'text-h3'}>
          <a href={`/blog/${slug}`} className="after:absolute after:inset-0">
            {title}
          </a>
        </h3>
        {excerpt ? <p className={`text-ink-soft ${first ? '' : 'text-small'}`}>{excerpt}</p> : null}
      </div>
    </article>
  )
}

export function LatestContentSection({ articles }: { articles: readonly ContentCardView[] }) {
  return articles.length === 0 ? (
    <div className="section-y" />
  ) : (
    <section className="wrap section-y">
      <SectionHeading title="Something to read slowly">
        <p>
          <a className="link" href="/blog">
            All reflections
          </a>
        </p>
      </SectionHeading>
      <div className="mt-[clamp(1.8rem,3.4vw,3rem)] grid gap-9.5 lg:grid-cols-[1.45fr_1fr] lg:grid-rows-[auto_1fr] lg:gap-x-14 lg:gap-y-10.5">
        {articles.map((content, index) => (
          <LatestItem
            key={content.id}
            content={content}
            place={places[index % places.length] ?? 'meadow'}
            first={index === 0}
          />
        ))}
      </div>
    </section>
  )
}
