import type { ReactNode } from 'react'

import { keyboardScrollable } from '@/components/keyboard-scrollable'
import { Picture } from '@/components/picture'
import { Price } from '@/components/product/price'
import type { ProductCardView } from '@/modules/catalog/queries/product-cards'
import type { ContentBlock } from '@/modules/content/rules/content-blocks'
import type { PictureView } from '@/modules/media/queries/pictures'
import { ButtonLink } from '@/ui/button'

/** The images, products, and audio of a text, by id. Missing ones are left out. */
export type BlockResources = {
  pictures?: Readonly<Record<string, PictureView>>
  products?: Readonly<Record<string, ProductCardView>>
  audio?: Readonly<Record<string, { src: string; mimeType: string }>>
}

const ProductBlock = ({ product }: { product: ProductCardView }) => (
  <aside
    aria-label="From the shop"
    className="relative grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-5 rounded-sheet bg-moss p-4"
  >
    <Picture
      picture={product.picture}
      alt=""
      sizes="6.5rem"
      widest={320}
      className="dim aspect-4/5 w-full rounded-cut object-cover"
    />
    <p className="grid gap-1 font-sans text-body">
      <a href={`/products/${product.id}`} className="font-semibold after:absolute after:inset-0">
        {product.name}
      </a>
      <Price cents={product.priceCents} wasCents={product.wasCents} />
      {product.isSoldOut ? <span className="text-small text-ink-soft">Sold out</span> : null}
    </p>
  </aside>
)

const GalleryBlock = ({ pictures }: { pictures: PictureView[] }) => (
  <div role="group" aria-label="Photos" className="grid grid-cols-2 gap-3">
    {pictures.map((picture) => (
      <figure key={picture.base} className="last:odd:col-span-2">
        <Picture
          picture={picture}
          sizes="(min-width: 43rem) 20rem, calc(50vw - 1.6rem)"
          className="dim aspect-4/3 w-full rounded-block object-cover"
        />
        {picture.caption ? (
          <figcaption className="mt-2 text-small text-ink-mute">{picture.caption}</figcaption>
        ) : null}
      </figure>
    ))}
  </div>
)

type Props = {
  block: ContentBlock
  resources: BlockResources
  /** The block in plain elements. */
  children: ReactNode
}

export function ContentBlockView({ block, resources, children }: Props): ReactNode {
  switch (block.blockType) {
    case 'product': {
      const product = resources.products?.[block.product]
      return product ? <ProductBlock product={product} /> : null
    }
    case 'button':
      return (
        <p className="font-sans">
          <ButtonLink href={block.url} rel={/^https?:/i.test(block.url) ? 'noopener' : undefined}>
            {block.label}
          </ButtonLink>
        </p>
      )
    case 'gallery': {
      const pictures = block.images.flatMap(({ image }) => resources.pictures?.[image] ?? [])
      return pictures.length > 0 ? <GalleryBlock pictures={pictures} /> : null
    }
    case 'pullQuote':
      return (
        <figure>
          <blockquote>{block.text}</blockquote>
          {block.source ? (
            <figcaption className="mt-2 pl-[1.6em] font-sans text-small text-ink-mute">
              {block.source}
            </figcaption>
          ) : null}
        </figure>
      )
    case 'table':
      return (
        <div
          role="region"
          aria-label={block.caption || 'Table'}
          {...keyboardScrollable}
          className="overflow-x-auto"
        >
          {children}
        </div>
      )
    case 'audio': {
      const file = resources.audio?.[block.audio]
      return file ? (
        <figure className="rounded-sheet bg-moss p-4 font-sans text-body">
          <figcaption className="mb-3 font-semibold">{block.title}</figcaption>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have no caption tracks */}
          <audio controls preload="none" aria-label={block.title} className="w-full">
            <source src={file.src} type={file.mimeType} />
          </audio>
        </figure>
      ) : null
    }
  }
}
