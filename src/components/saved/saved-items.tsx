'use client'
import { type ReactNode, useState } from 'react'

import { ContentCard } from '@/components/content/content-card'
import { Section } from '@/components/layout/section'
import { ProductCard } from '@/components/product/product-card'
import type { ProductCardView } from '@/modules/catalog/queries/product-cards'
import type { ContentCardView } from '@/modules/content/queries/content-cards'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

import type { SavedItemKind } from './saved-store'
import { useSavedItem } from './use-saved-item'

type ItemProps = { id: number; kind: SavedItemKind; name: string }

const RemoveButton = ({
  id,
  kind,
  name,
  isRemoved,
  onRemovedChange,
}: ItemProps & { isRemoved: boolean; onRemovedChange: (isRemoved: boolean) => void }) => {
  const { save } = useSavedItem(kind, id)
  const change = async (next: boolean): Promise<void> => {
    if (await save(!next)) onRemovedChange(next)
  }
  // One button in both states, which keeps the focus.
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-small text-ink-soft">
      {isRemoved ? <span>Removed.</span> : null}
      <Button
        variant="ghost"
        size="sm"
        className={
          isRemoved
            ? 'px-2! underline decoration-sun decoration-2 underline-offset-4'
            : '-ml-4 text-ink-soft'
        }
        aria-label={isRemoved ? undefined : `Remove ${name}`}
        onClick={() => void change(!isRemoved)}
      >
        {isRemoved ? 'Undo' : 'Remove'}
      </Button>
    </p>
  )
}

/** A removed item stays in place, faded, until the visitor leaves the page. */
const Item = ({ children, ...item }: ItemProps & { children: ReactNode }) => {
  const [isRemoved, setRemoved] = useState(false)
  return (
    <li className="grid content-start gap-1">
      <div className={isRemoved ? 'opacity-40' : ''}>{children}</div>
      <RemoveButton {...item} isRemoved={isRemoved} onRemovedChange={setRemoved} />
    </li>
  )
}

type SectionProps = {
  id: string
  title: string
  className: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  children: readonly ReactNode[]
}

const SavedSection = ({ id, title, className, empty, children }: SectionProps) => (
  <Section
    id={id}
    title={title}
    heading="mb-6 text-h3"
    className="border-t border-line pt-7 first:border-0 first:pt-0"
  >
    {children.length === 0 ? (
      <p className="text-ink-soft">{empty}</p>
    ) : (
      <ul className={className}>{children}</ul>
    )}
  </Section>
)

const NothingSaved = () => (
  <EmptyState
    emblem="stone-by-stone"
    title="Nothing saved yet"
    action={<ButtonLink href="/products">Shop all</ButtonLink>}
  >
    <p>
      Tap the heart on a product, or Save on an article, to add it here.{' '}
      <a href="/blog" className="link text-ink">
        Something to read
      </a>
    </p>
  </EmptyState>
)

type Props = { products: readonly ProductCardView[]; content: readonly ContentCardView[] }

export function SavedItems({ products, content }: Props) {
  if (products.length + content.length === 0) return <NothingSaved />
  return (
    <div className="grid gap-12">
      <SavedSection
        id="saved-products"
        title="Wishlist"
        className="grid grid-cols-2 gap-x-4 gap-y-7.5 md:grid-cols-3 lg:gap-x-6"
        empty={
          <>
            No saved products yet. Tap the heart on a product to add it here.{' '}
            <a href="/products" className="link text-ink">
              Browse the shop
            </a>
          </>
        }
      >
        {products.map((product) => (
          <Item key={product.id} id={product.id} kind="products" name={product.name}>
            <ProductCard
              product={product}
              heart={false}
              sizes="(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, calc(50vw - 1.75rem)"
            />
          </Item>
        ))}
      </SavedSection>
      <SavedSection
        id="saved-content"
        title="To read again"
        className="grid gap-x-10 gap-y-9 md:grid-cols-2"
        empty={
          <>
            No saved articles yet. Tap Save on a reflection to add it here.{' '}
            <a href="/reflections" className="link text-ink">
              Read a reflection
            </a>
          </>
        }
      >
        {content.map((article) => (
          <Item key={article.id} id={article.id} kind="content" name={article.title}>
            <ContentCard
              content={article}
              level="h3"
              showTags={false}
              sizes="(min-width: 64rem) 27rem, (min-width: 48rem) 45vw, calc(100vw - 2.5rem)"
            />
          </Item>
        ))}
      </SavedSection>
    </div>
  )
}
