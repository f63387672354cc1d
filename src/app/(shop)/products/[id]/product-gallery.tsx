'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { keyboardScrollable } from '@/components/keyboard-scrollable'
import { Picture } from '@/components/picture'
import { pictureUrl, type PictureView } from '@/modules/media/queries/pictures'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

import type { PhotoViewer } from './photo-viewer'
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

/** The photo viewer, fetched when it is first opened. Without a connection the browser shows the photo alone. */
const usePhotoViewer = (views: readonly PictureView[]) => {
  const [Viewer, setViewer] = useState<typeof PhotoViewer | null>(null)
  const [start, setStart] = useState<number | null>(null)
  const open = (index: number): void => {
    setStart(index)
    if (Viewer) return
    import('./photo-viewer').then(
      (loaded) => setViewer(() => loaded.PhotoViewer),
      () => {
        const view = views[index]
        if (view) location.assign(pictureUrl(view, Infinity))
      },
    )
  }
  return { Viewer, start, open, close: () => setStart(null) }
}

const PhotoRow = ({
  row,
  views,
  isTouched,
  label,
  onScroll,
  onOpen,
}: {
  row: RefObject<HTMLUListElement | null>
  views: readonly PictureView[]
  isTouched: boolean
  label: string
  onScroll: () => void
  onOpen: (index: number) => void
}) => (
  <ul
    ref={row}
    onScroll={onScroll}
    {...keyboardScrollable}
    aria-label={label}
    className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] max-md:-mx-(--gut) md:rounded-block"
  >
    {views.map((view, index) => (
      <li key={view.base} className="w-full shrink-0 snap-start bg-sunken">
        {index === 0 || isTouched ? (
          // The button below does the same for keyboard users.
          <button
            type="button"
            tabIndex={-1}
            onClick={() => onOpen(index)}
            className="block w-full cursor-zoom-in"
          >
            <Picture
              picture={view}
              sizes={mainSizes}
              load={index === 0 ? 'first' : 'eager'}
              className="dim aspect-4/5 w-full object-cover max-md:landscape:max-h-[60svh] max-md:landscape:object-contain"
            />
          </button>
        ) : null}
      </li>
    ))}
    {views.length === 0 ? (
      <li className="w-full">
        <Picture picture={null} sizes="" className="aspect-4/5 w-full" />
      </li>
    ) : null}
  </ul>
)

const FullScreenButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-label="View full screen"
    aria-haspopup="dialog"
    onClick={onClick}
    className={iconButtonClass('raised', 'absolute! right-3 bottom-3')}
  >
    <Icon name="expand" />
  </button>
)

/** A snapping row of photos for swipes and arrow keys, scrolled by the thumbnails, with a full-screen viewer. */
export function ProductGallery() {
  const { product, color } = useVariantSelection()
  const views = picturesForColor(product, color)
  const row = useRef<HTMLUListElement>(null)
  const [position, setPosition] = useState(0)
  // The other photos are fetched on first contact with the gallery: `loading="lazy"` would fetch them all at once.
  const [touched, setTouched] = useState(false)
  const touch = (): void => setTouched(true)
  const viewer = usePhotoViewer(views)

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
      <div className="relative">
        <PhotoRow
          row={row}
          views={views}
          isTouched={touched}
          label={`Photos of ${product.name}`}
          onScroll={onScroll}
          onOpen={viewer.open}
        />
        {views.length > 0 ? <FullScreenButton onClick={() => viewer.open(position)} /> : null}
      </div>
      {views.length > 1 ? (
        <Thumbnails views={views} position={position} onSelect={scrollTo} />
      ) : null}
      {viewer.Viewer && viewer.start !== null ? (
        <viewer.Viewer
          name={product.name}
          views={views}
          start={viewer.start}
          onClose={(last) => {
            viewer.close()
            scrollTo(last)
          }}
        />
      ) : null}
    </section>
  )
}
