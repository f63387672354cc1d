/** The scenes, each by day and at dusk, and the widths of their files. */
const places = {
  hero: { widths: [960, 1440, 1920], width: 1920, height: 1040 },
  'hero-tall': { widths: [640, 960], width: 960, height: 1849 },
  grove: { widths: [640, 960, 1440], width: 1440, height: 1080 },
  stillwater: { widths: [640, 960, 1440], width: 1440, height: 1080 },
  meadow: { widths: [640, 960, 1440], width: 1440, height: 648 },
} as const
type SceneName = keyof typeof places
export type Theme = 'day' | 'dusk'

export function sceneSrcSet(place: SceneName, theme: Theme, type: 'avif' | 'webp'): string {
  return places[place].widths
    .map((width) => `/brand/${place}-${theme}-${width}.${type} ${width}w`)
    .join(', ')
}

type Props = {
  place: SceneName
  sizes: string
  /** Another crop for small screens. */
  tall?: SceneName
  className?: string
  alt?: string
  /** Always this one, whatever the theme. */
  only?: Theme
}
const small = '(max-width: 47.99rem)'

const Drawing = ({
  place,
  tall,
  sizes,
  theme,
  alt,
  className,
  loading = 'lazy',
}: Props & { theme: Theme; className: string; loading?: 'lazy' | 'eager' }) => {
  const { widths, width, height } = places[place]
  return (
    <picture className="contents">
      {tall ? (
        <source
          media={small}
          type="image/avif"
          srcSet={sceneSrcSet(tall, theme, 'avif')}
          sizes={sizes}
        />
      ) : null}
      {tall ? (
        <source media={small} srcSet={sceneSrcSet(tall, theme, 'webp')} sizes={sizes} />
      ) : null}
      <source type="image/avif" srcSet={sceneSrcSet(place, theme, 'avif')} sizes={sizes} />
      <img
        src={`/brand/${place}-${theme}-${widths[1]}.webp`}
        srcSet={sceneSrcSet(place, theme, 'webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={loading}
        decoding="async"
        className={className}
      />
    </picture>
  )
}

/** The page has both themes and shows one. The hidden one is lazy, so it's fetched only when the theme changes. */
export function Scene({ className = '', alt = '', only, ...rest }: Props) {
  return only ? (
    <Drawing {...rest} alt={alt} theme={only} className={className} />
  ) : (
    <>
      <Drawing {...rest} alt={alt} theme="day" className={`${className} dusk:hidden`} />
      <Drawing {...rest} alt={alt} theme="dusk" className={`${className} hidden dusk:block`} />
    </>
  )
}

/** A scene that is dark in both themes: it's visible first, so it's fetched at once. */
export function DuskScene({ className = '', alt = '', ...rest }: Props) {
  return <Drawing {...rest} alt={alt} theme="dusk" className={className} loading="eager" />
}
