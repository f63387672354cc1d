import type { ContentCardView } from '@/modules/content/queries/content-cards'

import { ContentCard } from './content-card'

const columns = 2
const wide = '(min-width: 64rem) min(46rem, 54vw), calc(100vw - 2.5rem)'
const half = '(min-width: 48rem) min(40rem, 45vw), calc(100vw - 2.5rem)'

type Props = {
  pieces: readonly ContentCardView[]
  /** The first piece opens the list, large. */
  opening: boolean
  href?: (piece: ContentCardView) => string
  tagHref?: (tag: string) => string
}

/** Two columns. A piece that would stand alone in the last row takes all of it, so that no hole is left. */
export function ContentGrid({ pieces, opening, href, tagHref }: Props) {
  const before = opening ? 1 : 0
  const isAlone = (index: number): boolean =>
    index === pieces.length - 1 && (index - before) % columns === 0
  return (
    <ul className="grid gap-x-14 gap-y-13 md:grid-cols-2">
      {pieces.map((piece, index) => {
        const large = (opening && index === 0) || isAlone(index)
        return (
          <li key={piece.id} className={large ? 'md:col-span-full' : ''}>
            <ContentCard
              piece={piece}
              href={href?.(piece)}
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
