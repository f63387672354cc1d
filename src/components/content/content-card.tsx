import type { ContentCardView } from '@/modules/content/queries/content-cards'
import { contentHref, contentTypeLabels } from '@/modules/content/rules/content'
import { contentSearchHref } from '@/modules/content/rules/content-search'

import { ContentPicture } from './content-picture'

const tagsShown = 3

type Props = {
  content: ContentCardView
  sizes: string
  level?: 'h2' | 'h3'
  href?: string
  large?: boolean
  showTags?: boolean
  tagHref?: (tag: string) => string
  load?: 'lazy' | 'eager' | 'first'
}

/** A card in a list: all of it leads to the article, each tag to others with that tag. */
export function ContentCard({
  content,
  sizes,
  level: Title = 'h2',
  href = contentHref(content),
  large = false,
  showTags = true,
  tagHref = (tag) => contentSearchHref({ tag: tag.toLowerCase() }),
  load,
}: Props) {
  return (
    <article
      className={`relative grid content-start gap-4.5 ${large ? 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-center lg:gap-14' : ''}`}
    >
      <div className="overflow-hidden rounded-block">
        <ContentPicture
          content={content}
          alt=""
          sizes={sizes}
          load={load}
          className="dim aspect-16/10 w-full object-cover object-[20%_50%]"
        />
      </div>
      <div className="grid content-start gap-2.5">
        <p className="flex items-center gap-3 text-small text-ink-mute">
          <b className="font-semibold text-fern">{contentTypeLabels[content.contentType]}</b>
          {content.readingMinutes} min read
        </p>
        <Title className={large ? 'text-h2' : 'text-h3'}>
          <a href={href} className="after:absolute after:inset-0">
            {content.title}
          </a>
        </Title>
        {content.excerpt ? (
          <p className={`wrap-anywhere text-ink-soft ${large ? 'text-lead' : ''}`}>
            {content.excerpt}
          </p>
        ) : null}
        {showTags && content.tags.length > 0 ? (
          <ul
            aria-label="Tags"
            className="relative flex w-fit flex-wrap gap-x-4 text-small wrap-anywhere text-ink-mute"
          >
            {content.tags.slice(0, tagsShown).map((tag) => (
              <li key={tag}>
                <a
                  href={tagHref(tag)}
                  className="inline-block py-1 underline decoration-line-strong underline-offset-4 hover:text-ink"
                >
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </article>
  )
}
