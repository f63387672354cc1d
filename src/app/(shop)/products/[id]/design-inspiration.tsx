import { ChipLink } from '@/components/chip'
import { Picture } from '@/components/picture'
import type { ProductView } from '@/modules/catalog/queries/get-product'
import { productSearchHref } from '@/modules/catalog/rules/product-search'

/** Splits off the first sentence, which is shown as a quotation. */
const parts = (text: string): [string, string] => {
  const [, first = text, rest = ''] = /^(.+?[.!?])\s+(.+)$/s.exec(text.trim()) ?? []
  return [first, rest]
}

const Tags = ({ tags }: Pick<ProductView, 'tags'>) =>
  tags.length === 0 ? null : (
    <ul aria-label="Tags" className="flex flex-wrap gap-2.5">
      {tags.map((tag) => (
        <li key={tag}>
          <ChipLink href={productSearchHref({ search: tag })}>{tag}</ChipLink>
        </li>
      ))}
    </ul>
  )

/** The story, artwork, and tags of a product; an imported product may have only tags. */
export function DesignInspiration({
  designInspiration,
  artwork,
  tags,
}: Pick<ProductView, 'designInspiration' | 'artwork' | 'tags'>) {
  if (!designInspiration && !artwork)
    return tags.length === 0 ? null : (
      <div className="wrap mt-12">
        <Tags tags={tags} />
      </div>
    )
  const [quote, rest] = parts(designInspiration)
  return (
    <section className="mt-(--sec) bg-moss">
      <div className="wrap grid items-center gap-9 py-[clamp(3.5rem,7vw,6.5rem)] lg:grid-cols-[5fr_6fr] lg:gap-24">
        {artwork ? (
          <Picture
            picture={artwork}
            sizes="(min-width: 64rem) min(26rem, 31vw), 72vw"
            className="dim mx-auto aspect-4/5 w-[82%] rounded-block object-cover"
            widest={960}
          />
        ) : null}
        <div className="grid gap-6">
          <h2 className="text-h2">The story behind this design</h2>
          {quote ? (
            <blockquote className="font-display text-[clamp(1.5rem,1.2rem+1.2vw,2.125rem)]/[1.28] font-medium tracking-[-.01em] text-pretty">
              {quote}
            </blockquote>
          ) : null}
          {rest ? <p className="max-w-[34rem] wrap-anywhere text-ink-soft">{rest}</p> : null}
          <Tags tags={tags} />
        </div>
      </div>
    </section>
  )
}
