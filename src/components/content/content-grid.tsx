import type { ContentCardView } from '@/modules/content/queries/content-cards'

import { ContentCard } from './content-card'

const columns = 2
const wide = '(min-width: 64rem) min(46rem, 54vw), calc(100vw - 2.5rem)'
const half = '(min-width: 48rem) min(40rem, 45vw), calc(100vw - 2.5rem)'

type Props = {
  items: readonly ContentCardView[]
  /** Whether the first one opens the list, large. */
  opening: boolean
  href?: (content: ContentCardView) => string
  tagHref?: (tag: string) => string
}

/** Two columns. An item alone in the last row fills it. */
export function ContentGrid({ items, opening, href, tagHref }: Props) {
  const before = opening ? 1 : 0
  const isAlone = (index: number): boolean =>
    index === items.length - 1 && (index - before) % columns === 0
  return (
    <ul className="grid gap-x-14 gap-y-13 md:grid-cols-2">
      {items.map((content, index) => {
        const large = (opening && index === 0) || isAlone(index)
        return (
          <li key={content.id} className={large ? 'md:col-span-full' : ''}>
            <ContentCard
              content={content}
              href={href?.(content)}
              tagHref={tagHref}
              large={large}
              sizes={large ? wide : half}
              load={index === 0 ? 'first' : index < columns ? 'eager' : 'lazy'}
            />
          </li>
        )
      })}
    </ul>
  )
}
