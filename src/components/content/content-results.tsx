import { type ContentSearch, contentSearchHref } from '../../domain/content-search'
import type { ContentCardView } from '../../queries/content-cards'
import { FilterChip } from '../ui/chip'
import { ButtonLink } from '../ui/button'
import { Empty } from '../ui/empty'
import { ContentCard } from './content-card'

const Nothing = ({ search }: { search: ContentSearch }) => search.search || search.type
  ? <Empty emblem="travel-light" title="Nothing found matching your criteria." action={<ButtonLink href="/blog" variant="line">Clear filters</ButtonLink>}>
      <p>Another word, or all kinds of writing, may find it.</p>
    </Empty>
  : <Empty emblem="unfurl" title="Coming Soon"><p>The first pieces are being written. Come back in a little while.</p></Empty>

/** The first one large, then two columns. */
export const ContentResults = ({ search, pieces }: { search: ContentSearch; pieces: readonly ContentCardView[] }) => {
  const [first, ...rest] = pieces
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2.5 pt-5 pb-7">
        {search.search ? <ul aria-label="Active filters"><li><FilterChip href={contentSearchHref({ ...search, search: '' })}>{`“${search.search}”`}</FilterChip></li></ul> : <span />}
        <p role="status" className="text-small text-ink-soft">{pieces.length} {pieces.length === 1 ? 'piece' : 'pieces'}</p>
      </div>
      {first
        ? <ul className="grid gap-x-14 gap-y-13 md:grid-cols-2">
            <li className="md:col-span-full"><ContentCard piece={first} href={`/blog/${first.slug}`} large sizes="(min-width: 64rem) min(46rem, 54vw), calc(100vw - 2.5rem)" load="first" /></li>
            {rest.map((piece, index) => (
              <li key={piece.id}><ContentCard piece={piece} href={`/blog/${piece.slug}`} square={index % 4 === 1 || index % 4 === 2} sizes="(min-width: 48rem) min(40rem, 45vw), calc(100vw - 2.5rem)" /></li>
            ))}
          </ul>
        : <Nothing search={search} />}
    </>
  )
}
