import type { ContentCardView } from '@/modules/content/queries/content-cards'
import { Picture } from '@/ui/picture'
import { Scene } from '@/ui/scene'

/** For pieces without a picture of their own. */
const places = ['stillwater', 'meadow', 'grove'] as const

type Props = {
  piece: Pick<ContentCardView, 'id' | 'picture'>
  sizes: string
  className: string
  alt?: string
  load?: 'lazy' | 'eager' | 'first'
}

/** The picture of a piece; one of our places where it has none. */
export function ContentPicture({ piece: { id, picture }, sizes, className, alt, load }: Props) {
  return picture ? (
    <Picture picture={picture} alt={alt} sizes={sizes} className={className} load={load} />
  ) : (
    <Scene place={places[id % places.length] ?? 'meadow'} sizes={sizes} className={className} />
  )
}
