'use client'
import { useCallback, useState } from 'react'

import type { PictureView } from '@/modules/media/queries/pictures'
import { Emblem } from '@/ui/emblem'

type PictureFiles = Omit<PictureView, 'caption'>
type Props = {
  picture: PictureFiles | null
  /** How wide it is shown, as exactly as possible: the browser chooses a file by it. */
  sizes: string
  className?: string
  /** Nothing wider is offered: for places that are never shown larger. */
  widest?: number
  /** Replaces the image's alt text; empty if the text beside it says the same. */
  alt?: string
  /** For images on the first screen, which are fetched right away. `first` is the largest of them (LCP). */
  load?: 'lazy' | 'eager' | 'first'
}

const srcSet = (base: string, widths: readonly number[], type: string): string =>
  widths
    .map((width) => `${base}-${width}.${type}${widths.length > 1 ? ` ${width}w` : ''}`)
    .join(', ')

/** One of our pictures in AVIF and WebP. A missing one, or one that does not load, becomes the fern on moss. */
export function Picture({
  picture,
  sizes,
  className = '',
  widest = 1280,
  alt,
  load = 'lazy',
}: Props) {
  const [failed, setFailed] = useState(false)
  // The event of an image that failed before hydration isn't fired again, so this checks the image itself.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.currentSrc && image.naturalWidth === 0) setFailed(true)
  }, [])
  const text = alt ?? picture?.alt ?? ''
  if (!picture || failed)
    return (
      <span className={`grid place-items-center bg-moss ${className}`}>
        <Emblem name="unfurl" alt={text} className="size-[64%]" />
      </span>
    )
  const { base } = picture
  const widths = picture.widths.filter((width, index) => index === 0 || width <= widest)
  const several = widths.length > 1 ? { sizes, srcSet: srcSet(base, widths, 'webp') } : {}
  return (
    <picture className="contents">
      <source
        type="image/avif"
        srcSet={srcSet(base, widths, 'avif')}
        sizes={widths.length > 1 ? sizes : undefined}
      />
      <img
        ref={check}
        onError={() => setFailed(true)}
        src={`${base}-${widths[Math.min(1, widths.length - 1)]}.webp`}
        {...several}
        width={picture.width}
        height={picture.height}
        alt={text}
        className={className}
        style={{ backgroundColor: picture.color, objectPosition: picture.position }}
        loading={load === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={load === 'first' ? 'high' : undefined}
        decoding={load === 'first' ? 'sync' : 'async'}
      />
    </picture>
  )
}
