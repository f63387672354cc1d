'use client'
import { Picture } from '@/components/picture'
import { SaveButton } from '@/components/saved/save-button'
import type { ProductCardView } from '@/modules/catalog/queries/product-cards'
import { pictureUrl } from '@/modules/media/queries/pictures'
import { Badge } from '@/ui/badge'
import { iconButtonClass } from '@/ui/button'

import { ColorSwatch } from './color-swatch'
import { Price } from './price'
import { QuickAddButton } from './quick-add-button'

const shownSwatches = 5

/** The label on the picture, if any. */
const badgeOf = ({ isSoldOut, wasCents, isNew }: ProductCardView) =>
  isSoldOut
    ? ({ tone: 'paper', word: 'Sold out' } as const)
    : wasCents !== null
      ? ({ tone: 'sale', word: 'Sale' } as const)
      : isNew
        ? ({ tone: 'paper', word: 'New' } as const)
        : null

const Colors = ({ colors }: { colors: readonly string[] }) => (
  <p className="flex items-center gap-1.5 pt-1.5 text-tiny text-ink-soft">
    {colors.slice(0, shownSwatches).map((color) => (
      <ColorSwatch key={color} color={color} />
    ))}
    <span className="ml-1">{colors.length > 1 ? `${colors.length} colors` : colors[0]}</span>
  </p>
)

const Heart = ({ id, name }: Pick<ProductCardView, 'id' | 'name'>) => (
  <SaveButton
    kind="products"
    id={id}
    icon="heart"
    label={`Add ${name} to wishlist`}
    className={iconButtonClass('raised', 'absolute top-2 right-2 z-10 md:top-3 md:right-3')}
  />
)

type Props = {
  product: ProductCardView
  /** How wide the picture is shown. */
  sizes: string
  load?: 'lazy' | 'eager' | 'first'
  level?: 'h2' | 'h3'
  /** The one large card of the home page: its picture fills the height that its neighbors give it. */
  big?: boolean
  /** False where the list itself is about what was saved. */
  heart?: boolean
}

/** The name is the link, and its area is the whole card; the heart and the plus lie above it. */
export function ProductCard({
  product,
  sizes,
  load,
  level: Name = 'h3',
  big = false,
  heart = true,
}: Props) {
  const { id, name, priceCents, wasCents, picture, colors, isSoldOut } = product
  const badge = badgeOf(product)
  const image = picture ? pictureUrl(picture, 320) : ''
  return (
    <div className={`relative flex flex-col${big ? ' h-full' : ''}`}>
      <div className={big ? 'relative grow' : 'relative'}>
        <div
          className={big ? 'product-frame lg:absolute lg:inset-0 lg:aspect-auto' : 'product-frame'}
        >
          <Picture
            picture={picture}
            sizes={sizes}
            widest={big ? 1280 : 960}
            load={load}
            className="dim"
          />
        </div>
        {badge ? (
          <Badge tone={badge.tone} className="absolute top-3 left-3">
            {badge.word}
          </Badge>
        ) : null}
        {heart ? <Heart id={id} name={name} /> : null}
        {isSoldOut ? null : (
          <QuickAddButton product={{ id, name, priceCents, sizes: product.sizes, colors, image }} />
        )}
      </div>
      <div
        className={`grid items-baseline gap-x-4 pt-4 ${big ? 'grid-cols-[1fr_auto]' : 'md:grid-cols-[1fr_auto]'}`}
      >
        <Name
          className={`font-sans leading-snug font-semibold ${big ? 'text-[1.1875rem]' : 'text-body'}`}
        >
          <a href={`/products/${id}`} className="after:absolute after:inset-0">
            {name}
          </a>
        </Name>
        <Price cents={priceCents} wasCents={wasCents} />
        {colors.length > 0 ? <Colors colors={colors} /> : null}
      </div>
    </div>
  )
}
