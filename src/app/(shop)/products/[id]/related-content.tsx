import { Section } from '@/components/layout/section'
import type { ContentCardView } from '@/modules/content/queries/content-cards'
import { contentHref, contentTypeLabels } from '@/modules/content/rules/content'

type Props = {
  articles: readonly Pick<
    ContentCardView,
    'id' | 'title' | 'slug' | 'contentType' | 'readingMinutes'
  >[]
}

export function RelatedContent({ articles }: Props) {
  return articles.length === 0 ? null : (
    <Section
      id="to-read"
      title="Related reading"
      heading="mb-4 text-h2"
      className="wrap pb-(--sec)"
    >
      <ul className="border-b border-line">
        {articles.map((content) => (
          <li key={content.id} className="border-t border-line">
            <a
              href={contentHref(content)}
              className="flex min-h-14 flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3.5 max-sm:flex-col"
            >
              <span className="text-h3 font-display wrap-anywhere">{content.title}</span>
              <span className="text-small text-ink-mute">
                {contentTypeLabels[content.contentType]}, {content.readingMinutes} min read
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
