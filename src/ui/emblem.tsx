/** A motif for the interface: fir green by day, bone at dusk. The page has both; the hidden one isn't fetched. */
export function Emblem({
  name,
  alt = '',
  className = 'size-34',
  ground = 'theme',
}: {
  name: string
  alt?: string
  className?: string
  ground?: 'theme' | 'dark'
}) {
  const shape = `object-contain ${className}`
  return ground === 'dark' ? (
    <img
      src={`/brand/emblems/${name}-bone.webp`}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={shape}
    />
  ) : (
    <>
      <img
        src={`/brand/emblems/${name}-fir.webp`}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={`${shape} by-day`}
      />
      <img
        src={`/brand/emblems/${name}-bone.webp`}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={`${shape} at-dusk`}
      />
    </>
  )
}
