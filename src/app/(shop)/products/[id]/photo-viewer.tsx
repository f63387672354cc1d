'use client'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { keyboardScrollable } from '@/components/keyboard-scrollable'
import { Picture } from '@/components/picture'
import type { PictureView } from '@/modules/media/queries/pictures'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import type { IconName } from '@/ui/icon-shapes'

import { usePhotoZoom } from './use-photo-zoom'

const zoomStep = 1.5
/** Pixels that an arrow key moves a zoomed photo. */
const panStep = 80

const pans: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
}

const ViewerButton = ({
  icon,
  label,
  disabled,
  className,
  onClick,
}: {
  icon: IconName
  label: string
  disabled?: boolean
  className?: string
  onClick: () => void
}) => (
  <button
    type="button"
    aria-label={label}
    // Not `disabled`: the focus must not be lost when the last photo is reached.
    aria-disabled={disabled}
    onClick={() => {
      if (!disabled) onClick()
    }}
    className={iconButtonClass('raised', `aria-disabled:opacity-40 ${className ?? ''}`)}
  >
    <Icon name={icon} />
  </button>
)

type Props = {
  name: string
  views: readonly PictureView[]
  /** The photo to start with. */
  start: number
  /** Called with the photo that was shown last. */
  onClose: (position: number) => void
}

/** The row of photos, the one in view, and its zoom. */
const useViewer = ({ views, start }: Pick<Props, 'views' | 'start'>) => {
  const row = useRef<HTMLUListElement>(null)
  const [position, setPosition] = useState(start)
  const photoZoom = usePhotoZoom(row, position)
  const { zoom, zoomTo, pane } = photoZoom
  const turn = (by: number): void => {
    const next = position + by
    if (!views[next] || !row.current) return
    // A zoomed photo locks the row.
    zoomTo(1)
    row.current.scrollTo({ left: next * row.current.clientWidth })
  }
  const onScroll = (): void => {
    if (row.current) setPosition(Math.round(row.current.scrollLeft / row.current.clientWidth))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const pan = pans[event.key]
    if (event.key === '+' || event.key === '=') zoomTo(zoom * zoomStep)
    else if (event.key === '-') zoomTo(zoom / zoomStep)
    else if (event.key === '0') zoomTo(1)
    else if (!pan) return
    else if (zoom > 1) pane()?.scrollBy({ left: pan[0], top: pan[1] })
    else if (pan[0] !== 0) turn(Math.sign(pan[0]))
    event.preventDefault()
  }
  return { row, position, turn, onScroll, onKeyDown, ...photoZoom }
}

const Photos = ({
  views,
  viewer: { row, position, zoom, onScroll },
}: Pick<Props, 'views'> & { viewer: ReturnType<typeof useViewer> }) => (
  <ul
    ref={row}
    onScroll={onScroll}
    {...keyboardScrollable}
    className={`flex size-full touch-pan-x touch-pan-y snap-x snap-mandatory [scrollbar-width:none] motion-safe:scroll-smooth ${zoom > 1 ? 'overflow-hidden' : 'overflow-x-auto'}`}
  >
    {views.map((view, index) => {
      const scale = index === position ? zoom * 100 : 100
      return (
        <li
          key={view.base}
          className={`size-full shrink-0 snap-start overflow-auto overscroll-contain ${zoom > 1 ? 'cursor-zoom-out' : 'cursor-zoom-in'}`}
        >
          <div style={{ width: `${scale}%`, height: `${scale}%` }}>
            <Picture
              picture={view}
              sizes={`${Math.round(scale)}vw`}
              className="size-full bg-transparent! object-contain"
            />
          </div>
        </li>
      )
    })}
  </ul>
)

const Toolbar = ({
  count,
  viewer: { position, zoom, isLargest, zoomTo },
  onClose,
}: {
  count: number
  viewer: ReturnType<typeof useViewer>
  onClose: () => void
}) => (
  <div className="absolute inset-x-3 top-3 z-10 flex items-center gap-2">
    <ViewerButton icon="x" label="Close" className="order-last" onClick={onClose} />
    <p role="status" className="nums mr-auto rounded-block bg-surface px-3 py-1.5 text-small">
      <span className="sr-only">Photo </span>
      {position + 1} of {count}
    </p>
    <ViewerButton
      icon="minus"
      label="Zoom out"
      disabled={zoom <= 1}
      onClick={() => zoomTo(zoom / zoomStep)}
    />
    <ViewerButton
      icon="plus"
      label="Zoom in"
      disabled={isLargest}
      onClick={() => zoomTo(zoom * zoomStep)}
    />
  </div>
)

/**
 * A product's photos in full screen: arrow keys, buttons, and swipes change the photo; plus, minus, clicks, and
 * pinches zoom; Escape closes. Loaded when someone opens it.
 */
export function PhotoViewer({ name, views, start, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const viewer = useViewer({ views, start })
  const { row, position, turn, onKeyDown } = viewer
  useEffect(() => {
    if (dialog.current?.open) return
    dialog.current?.showModal()
    row.current?.scrollTo({ left: start * row.current.clientWidth, behavior: 'instant' })
  }, [row, start])
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${name}`}
      onClose={() => onClose(position)}
      onKeyDown={onKeyDown}
      className="m-0 size-full max-h-none max-w-none overflow-hidden bg-paper p-0 text-ink"
    >
      <Toolbar count={views.length} viewer={viewer} onClose={() => dialog.current?.close()} />
      <Photos views={views} viewer={viewer} />
      {views.length > 1 ? (
        <>
          <ViewerButton
            icon="left"
            label="Previous photo"
            disabled={position === 0}
            className="absolute! top-1/2 left-3 z-10 -translate-y-1/2"
            onClick={() => turn(-1)}
          />
          <ViewerButton
            icon="right"
            label="Next photo"
            disabled={position === views.length - 1}
            className="absolute! top-1/2 right-3 z-10 -translate-y-1/2"
            onClick={() => turn(1)}
          />
        </>
      ) : null}
    </dialog>
  )
}
