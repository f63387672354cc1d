import { ChipLink } from '@/components/chip'
import { Section } from '@/components/layout/section'
import { NewsletterForm } from '@/components/newsletter/newsletter-form'
import { SaveButton } from '@/components/saved/save-button'
import type { ContentView } from '@/modules/content/queries/get-content'
import { contentTypeLabels } from '@/modules/content/rules/content'
import { contentSearchHref, reflectionsHref } from '@/modules/content/rules/content-search'
import { Badge } from '@/ui/badge'
import { buttonClass, ButtonLink } from '@/ui/button'
import { Icon } from '@/ui/icon'

import { AudioSection } from './audio-section'
import { ContentCard } from './content-card'
import { ContentPicture } from './content-picture'
import { NativeShareButton } from './copy-link-button'
import { LongDate } from './long-date'
import { RichText } from './rich-text'
import { ShareLinks } from './share-links'
import { ViewCount } from './view-count'

type Props = {
  content: ContentView
  /** On the blog, an article also shows its type and view count. */
  kind: 'article' | 'reflection'
  /** The URL to share. */
  url: string
  /** A preview of staff isn’t counted as a view. */
  isPreview?: boolean
}

const ArticleHeader = ({ content, kind, isPreview }: Omit<Props, 'url'>) => {
  const { id, title, excerpt, contentType, readingMinutes, publishedAt, viewCount } = content
  const isReflection = kind === 'reflection'
  return (
    <header className="wrap">
      <p className="pt-1.5 pb-5" data-screen-only>
        <a
          href={isReflection ? '/reflections' : '/blog'}
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
          <LongDate date={publishedAt} />
          <span>{readingMinutes} min read</span>
          {isReflection ? (
            <span data-screen-only>
              <NativeShareButton title={title} />
            </span>
          ) : null}
          {isPreview ? null : <ViewCount id={id} count={viewCount} isShown={!isReflection} />}
          <span data-screen-only>
            <SaveButton
              kind="content"
              id={id}
              icon="bookmark"
              iconClassName="size-4.5"
              className={buttonClass({ variant: 'line', size: 'sm' })}
            >
              Save
            </SaveButton>
          </span>
        </p>
      </div>
    </header>
  )
}

const ArticleFooter = ({ content: { tags, title }, kind, url }: Props) => {
  const hrefOf = kind === 'reflection' ? reflectionsHref : contentSearchHref
  return (
    <footer className="mx-auto mt-14 grid max-w-[40.5rem] gap-7 border-t border-line pt-7">
      {tags.length > 0 ? (
        <Section id="topics" title="Topics" heading="mb-3 font-sans text-base font-semibold">
          <ul className="flex flex-wrap gap-2.5">
            {tags.map((tag) => (
              <li key={tag}>
                <ChipLink href={hrefOf({ tag: tag.toLowerCase() })}>{tag}</ChipLink>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <ShareLinks url={url} title={title} />
    </footer>
  )
}

const RelatedContent = ({ related }: Pick<ContentView, 'related'>) =>
  related.length === 0 ? null : (
    <Section
      id="more"
      title={
        related.every(({ contentType }) => contentType === 'reflection')
          ? 'More reflections'
          : 'Keep reading'
      }
      heading="mb-7 text-h2"
      className="wrap pt-(--sec)"
    >
      <ul className="grid gap-x-6.5 gap-y-9 md:grid-cols-3">
        {related.map((other) => (
          <li key={other.id}>
            <ContentCard
              content={other}
              level="h3"
              showTags={false}
              sizes="(min-width: 48rem) min(27rem, 31vw), calc(100vw - 2.5rem)"
            />
          </li>
        ))}
      </ul>
    </Section>
  )

const NextLinks = ({
  category,
  isReflection,
}: Pick<ContentView, 'category'> & { isReflection: boolean }) => (
  <section
    aria-label="Where to go next"
    className="wrap flex flex-wrap items-center gap-x-7 gap-y-4 py-(--sec)"
  >
    <ButtonLink href={isReflection ? '/reflections' : '/blog'}>
      {isReflection ? 'More reflections' : 'More to read'}
    </ButtonLink>
    {category ? (
      <a href={`/products?category=${category.slug}`} className="link">
        Shop {category.name}
      </a>
    ) : null}
    <a href="/products" className="link">
      Visit the shop
    </a>
  </section>
)

export function Article({ content, kind, url, isPreview }: Props) {
  const { id, title, body, bodyPictures, bodyProducts, bodyAudio, recording } = content
  const isReflection = kind === 'reflection'
  return (
    <div data-reading>
      <div className="reading-progress" aria-hidden="true" />
      <article>
        <ArticleHeader content={content} kind={kind} isPreview={isPreview} />
        <div className="my-[clamp(1.8rem,4vw,3.4rem)] overflow-hidden">
          <ContentPicture
            content={content}
            sizes="100vw"
            load="first"
            className="dim aspect-[4/3.2] max-h-[46rem] w-full object-cover object-[20%_70%] md:aspect-21/9 md:object-[50%_70%]"
          />
        </div>
        <div className="wrap">
          {recording ? <AudioSection id={id} title={title} recording={recording} /> : null}
          <div className="reading mx-auto" data-opening="">
            <RichText
              document={body}
              pictures={bodyPictures}
              products={bodyProducts}
              audio={bodyAudio}
            />
          </div>
          <ArticleFooter content={content} kind={kind} url={url} />
        </div>
      </article>
      <div data-screen-only>
        <Section
          id="newsletter"
          title="A quiet email, once a week"
          className="mx-auto mt-(--sec) grid w-[min(100%-2*var(--gut),40.5rem)] gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]"
        >
          <NewsletterForm variant="inline" />
        </Section>
        <RelatedContent related={content.related} />
        <NextLinks category={content.category} isReflection={isReflection} />
      </div>
    </div>
  )
}
