import type { Metadata } from 'next'
import { ContentCard } from '../../../components/content/content-card'
import { ButtonLink } from '../../../components/ui/button'
import { Empty } from '../../../components/ui/empty'
import { defaultContentSearch } from '../../../domain/content-search'
import { readContentList } from '../reads'

export const dynamic = 'force-static'
export const metadata: Metadata = {
  title: 'Reflections',
  description: 'First-person reflections on recovery and the natural world, from people in it and people who walk beside them.',
  alternates: { canonical: '/reflections' },
}

const mostShown = 200
const firstRow = 2

const ReflectionsPage = async () => {
  const pieces = await readContentList({ ...defaultContentSearch, type: 'reflection' }, mostShown)
  if (pieces.length === 0)
    return (
      <div className="wrap py-8">
        <h1 className="pt-6 text-d1">Reflections</h1>
        <Empty emblem="unfurl" title="Coming Soon" action={<ButtonLink href="/blog" variant="line">Everything to read</ButtonLink>}>
          <p>The first reflections are being written. Come back in a little while.</p>
        </Empty>
      </div>
    )
  return (
    <div className="wrap pb-(--sec)">
      <div className="grid gap-3 pt-[clamp(1.4rem,3vw,3rem)] pb-[clamp(2rem,4vw,3.6rem)]">
        <h1 className="text-d1">Reflections</h1>
        <p className="max-w-[38rem] text-lead text-ink-soft">Written by people coming back from something, and by people who walk beside them. <a href="/blog" className="link text-ink">Everything to read</a></p>
      </div>
      <ul className="grid gap-x-14 gap-y-13 md:grid-cols-2">
        {pieces.map((piece, index) => (
          <li key={piece.id}><ContentCard piece={piece} sizes="(min-width: 48rem) min(40rem, 45vw), calc(100vw - 2.5rem)" load={index === 0 ? 'first' : index < firstRow ? 'eager' : 'lazy'} /></li>
        ))}
      </ul>
    </div>
  )
}

export default ReflectionsPage
