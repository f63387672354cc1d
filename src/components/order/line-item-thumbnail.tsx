'use client'
import { useCallback, useState } from 'react'

import { Emblem } from '@/ui/emblem'

/** The picture of a line item; an emblem where none loads. */
export function LineItemThumbnail({
  src,
  className = 'w-18',
}: {
  src: string | null
  className?: string
}) {
  const [failed, setFailed] = useState(false)
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true)
  }, [])
  const shape = `aspect-4/5 shrink-0 rounded-cut ${className}`
  if (!src || failed)
    return (
      <span className={`grid place-items-center bg-moss ${shape}`}>
        <Emblem name="unfurl" className="size-[70%]" />
      </span>
    )
  return (
    <img
      ref={check}
      src={src}
      onError={() => setFailed(true)}
      width="72"
      height="90"
      alt=""
      decoding="async"
      className={`dim bg-sunken object-cover ${shape}`}
    />
  )
}
