import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

const maxZoom = 4
/** What a click or a double tap zooms to. */
const clickZoom = 2.5
/** A mouse that moved less than this many pixels has clicked, not dragged. */
const clickTolerance = 4

type Point = { clientX: number; clientY: number }

const distanceOf = ([one, other]: TouchList): number =>
  one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
const middleOf = ([one, other]: TouchList): Point => ({
  clientX: ((one?.clientX ?? 0) + (other?.clientX ?? 0)) / 2,
  clientY: ((one?.clientY ?? 0) + (other?.clientY ?? 0)) / 2,
})
const centerOf = (pane: HTMLElement): Point => {
  const { left, top, width, height } = pane.getBoundingClientRect()
  return { clientX: left + width / 2, clientY: top + height / 2 }
}

/** Two fingers on the screen. */
function listenToPinch(
  row: HTMLElement,
  { zoom, zoomTo }: { zoom: () => number; zoomTo: (next: number, at: Point) => void },
  signal: AbortSignal,
): void {
  let start: { distance: number; zoom: number } | null = null
  row.addEventListener(
    'touchstart',
    ({ touches }) => {
      start = touches.length === 2 ? { distance: distanceOf(touches), zoom: zoom() } : null
    },
    { signal, passive: true },
  )
  row.addEventListener(
    'touchmove',
    (event) => {
      if (!start || event.touches.length !== 2) return
      event.preventDefault()
      zoomTo((start.zoom * distanceOf(event.touches)) / start.distance, middleOf(event.touches))
    },
    { signal, passive: false },
  )
  // Browsers report a pinch on a trackpad as a wheel event with the Ctrl key.
  row.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomTo(zoom() * Math.exp(-event.deltaY / 100), event)
    },
    { signal, passive: false },
  )
}

/** A click zooms in and out; a zoomed photo is dragged. Fingers scroll it natively. */
function listenToMouse(
  row: HTMLElement,
  { pane, toggle }: { pane: () => HTMLElement | undefined; toggle: (at: Point) => void },
  signal: AbortSignal,
): void {
  let last: Point | null = null
  let moved = 0
  row.addEventListener(
    'pointerdown',
    (event) => {
      moved = 0
      last = event.pointerType === 'mouse' && event.button === 0 ? event : null
    },
    { signal },
  )
  row.addEventListener(
    'pointermove',
    (event) => {
      if (!last) return
      const [x, y] = [last.clientX - event.clientX, last.clientY - event.clientY]
      moved += Math.hypot(x, y)
      last = event
      pane()?.scrollBy({ left: x, top: y, behavior: 'instant' })
    },
    { signal },
  )
  for (const type of ['pointerup', 'pointercancel', 'pointerleave'])
    row.addEventListener(
      type,
      () => {
        last = null
      },
      { signal },
    )
  row.addEventListener(
    'click',
    (event) => {
      if (moved < clickTolerance) toggle(event)
    },
    { signal },
  )
}

/** The zoom of the photo at `position` in a row of scrollable panes; every other photo is shown whole. */
export function usePhotoZoom(row: RefObject<HTMLElement | null>, position: number) {
  const [zoomed, setZoomed] = useState({ position, zoom: 1 })
  const zoom = zoomed.position === position ? zoomed.zoom : 1
  const pane = (): HTMLElement | undefined => {
    const child = row.current?.children[position]
    return child instanceof HTMLElement ? child : undefined
  }
  const zoomTo = (wanted: number, at?: Point): void => {
    const current = pane()
    const next = Math.min(maxZoom, Math.max(1, wanted))
    if (!current || next === zoom) return
    const { clientX, clientY } = at ?? centerOf(current)
    const { left, top } = current.getBoundingClientRect()
    const [x, y] = [clientX - left, clientY - top]
    const [fromLeft, fromTop] = [current.scrollLeft + x, current.scrollTop + y]
    flushSync(() => setZoomed({ position, zoom: next }))
    const ratio = next / zoom
    current.scrollTo({ left: fromLeft * ratio - x, top: fromTop * ratio - y, behavior: 'instant' })
  }
  const currentZoom = useEffectEvent(() => zoom)
  const currentPane = useEffectEvent(pane)
  const zoomAt = useEffectEvent(zoomTo)
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const listening = new AbortController()
    listenToPinch(
      element,
      { zoom: () => currentZoom(), zoomTo: (next, at) => zoomAt(next, at) },
      listening.signal,
    )
    listenToMouse(
      element,
      { pane: () => currentPane(), toggle: (at) => zoomAt(currentZoom() > 1 ? 1 : clickZoom, at) },
      listening.signal,
    )
    return () => listening.abort()
  }, [row])
  return { zoom, isLargest: zoom >= maxZoom, zoomTo, pane }
}
