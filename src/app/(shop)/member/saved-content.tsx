import { ContentCard } from '@/components/content/content-card'
import { SectionHeading } from '@/components/home/section-heading'
import type { ContentCardView } from '@/modules/content/queries/content-cards'

export function SavedContent({ items }: { items: readonly ContentCardView[] }) {
  return (
    <section className="wrap pt-(--sec)">
      <SectionHeading title="Saved to read again">
        <p>
          <a className="link" href="/account/saved">
            All saved items
          </a>
        </p>
      </SectionHeading>
      <ul className="mt-[clamp(1.8rem,3.4vw,3rem)] grid gap-x-6.5 gap-y-9 md:grid-cols-3">
        {items.map((content) => (
          <li key={content.id}>
            <ContentCard
              content={content}
              level="h3"
              showTags={false}
              sizes="(min-width: 48rem) min(27rem, 31vw), calc(100vw - 2.5rem)"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
