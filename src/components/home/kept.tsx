import type { ContentCardView } from '../../queries/content-cards'
import { ContentCard } from '../content/content-card'
import { SectionHead } from './section-head'

/** What somebody keeps to read again, the newest three. */
export const Kept = ({ pieces }: { pieces: readonly ContentCardView[] }) => (
  <section className="wrap pt-(--sec)">
    <SectionHead title="Kept to read again"><p><a className="link" href="/account/saved">All you keep</a></p></SectionHead>
    <ul className="mt-[clamp(1.8rem,3.4vw,3rem)] grid gap-x-6.5 gap-y-9 md:grid-cols-3">
      {pieces.map((piece) => <li key={piece.id}><ContentCard piece={piece} level="h3" showTags={false} sizes="(min-width: 48rem) min(27rem, 31vw), calc(100vw - 2.5rem)" /></li>)}
    </ul>
  </section>
)
