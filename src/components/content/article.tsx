import { NewsletterForm } from '@/components/newsletter/newsletter-form'
import { SaveContentButton } from '@/components/saved/save-content-button'
import type { ContentView } from '@/modules/content/queries/get-content'
import { contentTypeLabels } from '@/modules/content/rules/content'
import { contentSearchHref, reflectionsHref } from '@/modules/content/rules/content-search'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { ChipLink } from '@/ui/chip'
import { Icon } from '@/ui/icon'

import { AudioSection } from './audio-section'
import { ContentCard } from './content-card'
import { ContentPicture } from './content-picture'
import { NativeShareButton } from './copy-link-button'
import { RichText } from './rich-text'
import { ShareLinks } from './share-links'
import { ViewCount } from './view-count'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function PublishedDate({ date }: { date: string }) {
  return <time dateTime={date}>{day.format(new Date(date))}</time>
}

type Props = {
  piece: ContentView
  /** Which of the two places it is read at: the blog also tells its type and how often it was read. */
  kind: 'article' | 'reflection'
  /** The address to share. */
  url: string
}

/** A piece to read, and where to go from there. */
export function Article({ piece, kind, url }: Props) {
  const {
    title,
    excerpt,
    contentType,
    readingMinutes,
    publishedAt,
    viewCount,
    tags,
    body,
    recording,
    related,
  } = piece
  const isReflection = kind === 'reflection'
  const list = isReflection ? '/reflections' : '/blog'
  const tagHref = (tag: string): string =>
    (isReflection ? reflectionsHref : contentSearchHref)({ tag: tag.toLowerCase() })
  return (
    <div data-reading>
      <div className="reading-progress" aria-hidden="true" />
      <article>
        <header className="wrap">
          <p className="pt-1.5 pb-5" data-screen-only>
            <a
              href={list}
              className="inline-flex items-center gap-2 py-1 font-[550] hover:underline"
            >
              <Icon name="back" className="size-4.5" />
              All reflections
            </a>
          </p>
          <div className="grid max-w-[50rem] gap-5 pt-[clamp(.6rem,2vw,1.6rem)]">
            <h1 className="text-d1">{title}</h1>
            {excerpt ? <p className="text-lead wrap-anywhere text-ink-soft">{excerpt}</p> : null}
            <p className="flex flex-wrap items-center gap-x-5.5 gap-y-2 text-[.9844rem] text-ink-mute">
              {isReflection ? null : <Badge>{contentTypeLabels[contentType]}</Badge>}
              <PublishedDate date={publishedAt} />
              <span>{readingMinutes} min read</span>
              {isReflection ? (
                <span data-screen-only>
                  <NativeShareButton title={title} />
                </span>
              ) : null}
              <ViewCount id={piece.id} count={viewCount} isShown={!isReflection} />
              <span data-screen-only>
                <SaveContentButton id={piece.id} />
              </span>
            </p>
          </div>
        </header>
        <div className="my-[clamp(1.8rem,4vw,3.4rem)] overflow-hidden">
          <ContentPicture
            piece={piece}
            sizes="100vw"
            load="first"
            className="dim aspect-[4/3.2] max-h-[46rem] w-full object-cover object-[20%_70%] md:aspect-21/9 md:object-[50%_70%]"
          />
        </div>
        <div className="wrap">
          {recording ? <AudioSection id={piece.id} title={title} recording={recording} /> : null}
          <div className="reading mx-auto" data-opening="">
            <RichText document={body} pictures={piece.bodyPictures} />
          </div>
          <footer className="mx-auto mt-14 grid max-w-[40.5rem] gap-7 border-t border-line pt-7">
            {tags.length > 0 ? (
              <section aria-labelledby="topics">
                <h2 id="topics" className="mb-3 font-sans text-base font-semibold">
                  Topics
                </h2>
                <ul className="flex flex-wrap gap-2.5">
                  {tags.map((tag) => (
                    <li key={tag}>
                      <ChipLink href={tagHref(tag)}>{tag}</ChipLink>
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
            <ShareLinks url={url} title={title} />
          </footer>
        </div>
      </article>
      <div data-screen-only>
        <section
          aria-labelledby="letter"
          className="mx-auto mt-(--sec) grid w-[min(100%-2*var(--gut),40.5rem)] gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]"
        >
          <h2 id="letter" className="text-h3">
            A quiet letter, once a week
          </h2>
          <NewsletterForm variant="inline" />
        </section>
        {related.length > 0 ? (
          <section aria-labelledby="more" className="wrap pt-(--sec)">
            <h2 id="more" className="mb-7 text-h2">
              More reflections
            </h2>
            <ul className="grid gap-x-6.5 gap-y-9 md:grid-cols-3">
              {related.map((other) => (
                <li key={other.id}>
                  <ContentCard
                    piece={other}
                    level="h3"
                    showTags={false}
                    sizes="(min-width: 48rem) min(27rem, 31vw), calc(100vw - 2.5rem)"
                  />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <section
          aria-label="Where to go next"
          className="wrap flex flex-wrap items-center gap-x-7 gap-y-4 py-(--sec)"
        >
          <ButtonLink href={list}>{isReflection ? 'More reflections' : 'More to read'}</ButtonLink>
          <a href="/products" className="link">
            Visit the shop
          </a>
        </section>
      </div>
    </div>
  )
}
