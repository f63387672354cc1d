'use client'
import { useEffect, useRef, useState } from 'react'

import { keyboardScrollable } from '@/components/keyboard-scrollable'
import { Picture } from '@/components/picture'

import { picturesForColor } from './selectable-product'
import { useVariantSelection } from './variant-selection'

const mainSizes =
  '(min-width: 80rem) min(41rem, 46vw), (min-width: 48rem) calc(50vw - 3.7rem), 88vw'

type ThumbnailsProps = {
  views: ReturnType<typeof picturesForColor>
  position: number
  onSelect: (position: number) => void
}

const Thumbnails = ({ views, position, onSelect }: ThumbnailsProps) => (
  <ul className="flex gap-3 px-0.5 xl:order-first xl:flex-col">
    {views.map((view, index) => (
      <li key={view.base} className="min-w-0 max-xl:w-20">
        <button
          type="button"
          aria-label={`${view.alt ? `${view.alt}, photo` : 'Photo'} ${index + 1} of ${views.length}`}
          aria-current={index === position}
          onClick={() => onSelect(index)}
          className="thumbnail"
        >
          <Picture picture={view} alt="" sizes="5.4rem" widest={320} load="eager" className="dim" />
        </button>
      </li>
    ))}
  </ul>
)

/** A row of pictures that snaps, for fingers and for arrow keys; the thumbnails scroll it. */
export function ProductGallery() {
  const { product, color } = useVariantSelection()
  const views = picturesForColor(product, color)
  const row = useRef<HTMLUListElement>(null)
  const [position, setPosition] = useState(0)
  // The other pictures are fetched once somebody turns to the gallery; a browser's own idea of lazy fetches them all.
  const [touched, setTouched] = useState(false)
  const touch = (): void => setTouched(true)

  useEffect(() => {
    row.current?.scrollTo({ left: 0, behavior: 'instant' })
  }, [color])

  const onScroll = (): void => {
    if (row.current) setPosition(Math.round(row.current.scrollLeft / row.current.clientWidth))
  }
  const scrollTo = (index: number): void =>
    row.current?.scrollTo({ left: index * row.current.clientWidth })
  return (
    <section
      aria-label="Photos"
      onPointerEnter={touch}
      onTouchStart={touch}
      onFocus={touch}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-[5.4rem_minmax(0,1fr)] xl:items-start xl:gap-4.5"
    >
      <ul
        ref={row}
        onScroll={onScroll}
        {...keyboardScrollable}
        aria-label={`Photos of ${product.name}`}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] max-md:-mx-(--gut) md:rounded-block"
      >
        {views.map((view, index) => (
          <li key={view.base} className="w-full shrink-0 snap-start bg-sunken">
            {index === 0 || touched ? (
              <Picture
                picture={view}
                sizes={mainSizes}
                load={index === 0 ? 'first' : 'eager'}
                className="dim aspect-4/5 w-full object-cover max-md:landscape:max-h-[60svh] max-md:landscape:object-contain"
              />
            ) : null}
          </li>
        ))}
        {views.length === 0 ? (
          <li className="w-full">
            <Picture picture={null} sizes="" className="aspect-4/5 w-full" />
          </li>
        ) : null}
      </ul>
      {views.length > 1 ? (
        <Thumbnails views={views} position={position} onSelect={scrollTo} />
      ) : null}
    </section>
  )
}
