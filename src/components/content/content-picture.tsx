import { Picture } from '@/components/picture'
import { Scene } from '@/components/scene'
import type { ContentCardView } from '@/modules/content/queries/content-cards'

const scenes = ['stillwater', 'meadow', 'grove'] as const

type Props = {
  content: Pick<ContentCardView, 'id' | 'picture'>
  sizes: string
  className: string
  alt?: string
  load?: 'lazy' | 'eager' | 'first'
}

export function ContentPicture({ content: { id, picture }, sizes, className, alt, load }: Props) {
  return picture ? (
    <Picture picture={picture} alt={alt} sizes={sizes} className={className} load={load} />
  ) : (
    <Scene place={scenes[id % scenes.length] ?? 'meadow'} sizes={sizes} className={className} />
  )
}
