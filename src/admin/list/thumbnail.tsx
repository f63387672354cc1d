import { ImageOff } from 'lucide-react'

export function Thumbnail({
  baseName,
  alt = '',
  size = 52,
}: {
  baseName: string | null
  alt?: string
  size?: number
}) {
  return baseName ? (
    <img
      className="df-thumb"
      src={`/uploads/${baseName}-320.webp`}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
    />
  ) : (
    <span className="df-thumb df-thumb--none" style={{ width: size, height: size }} aria-hidden>
      <ImageOff size={18} strokeWidth={1.5} />
    </span>
  )
}
