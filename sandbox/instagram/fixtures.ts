import { TROUBLE } from '../core/pictures'
import { seeded } from '../core/seeded'

export interface ChildRecord {
  id: string
  type: 'IMAGE' | 'VIDEO'
  file: string
}

export interface MediaRecord {
  id: string
  caption: string | null
  type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  productType: 'FEED' | 'REELS' | 'AD'
  /** Null: not given, as for films with music. */
  file: string | null
  thumbnail: string | null
  children: ChildRecord[]
  permalink: string
  at: number
  likes: number | null
  comments: number
  altText: string | null
  /** Left out of lists; pages become short. */
  hidden: boolean
  /** How long a link to the file lives; the usual time when null. */
  linkLifeMs: number | null
}

const TEXTS = [
  'Ninety days ago I could not imagine a quiet morning. Today I had one.\n\n#sobriety #recovery #dayfern',
  'Ferns unroll at their own pace. So do we. #oneday',
  'What helped this week: a walk, a meeting, a call I did not want to make.\n#recovery',
  'New tees are drying on the line. “Still here, still growing.” #dayfern #slowfashion',
  'A reader wrote: “I stopped counting days and started counting sunrises.”',
  'The tide goes out. It also comes back. @walkinggroup #sober',
  'Coffee, notebook, window. That is the whole plan. #morning',
]

/** 120 that can be read, seven that are hidden; enough for five pages, of which one is short. */
const COUNT = 127
const NEWEST = Date.UTC(2026, 10, 20, 9, 30)
const DAY = 86_400_000

/** Newest first. Always the same. */
export function fixtureMedia(): MediaRecord[] {
  const chance = seeded(178)
  const code = () => `C${chance.hex(10)}`
  return Array.from({ length: COUNT }, (_, number) => {
    const kind = (['IMAGE', 'CAROUSEL_ALBUM', 'VIDEO', 'IMAGE'] as const)[number % 4] ?? 'IMAGE'
    const id = `178${chance.digits(14)}`
    const media: MediaRecord = {
      id, caption: TEXTS[number % TEXTS.length] ?? '', type: kind, productType: kind === 'VIDEO' ? 'REELS' : 'FEED',
      file: kind === 'IMAGE' ? `ig-${number}.jpg` : kind === 'VIDEO' ? `ig-${number}.mp4` : null, thumbnail: kind === 'VIDEO' ? `ig-${number}-cover.jpg` : null,
      children: kind === 'CAROUSEL_ALBUM' ? Array.from({ length: 2 + (number % 9) }, (__, index) => ({
        id: `179${chance.digits(14)}`, type: index % 4 === 2 ? 'VIDEO' : 'IMAGE', file: index % 4 === 2 ? `ig-${number}-${index}.mp4` : `ig-${number}-${index}.jpg`,
      })) : [],
      permalink: `/${kind === 'VIDEO' ? 'reel' : 'p'}/${code()}/`, at: NEWEST - number * 2 * DAY, likes: chance.int(4, 900), comments: chance.int(0, 40),
      altText: number % 6 === 0 ? 'A fern on a windowsill' : null, hidden: number >= 30 && number < 37, linkLifeMs: null,
    }
    AWKWARD[number]?.(media)
    return media
  })
}

/** What an importer meets sooner or later, by the place in the list. */
const AWKWARD: Record<number, (media: MediaRecord) => void> = {
  3: (media) => { media.caption = null },
  6: (media) => { media.file = null },
  8: (media) => { media.caption = '🌿🌿 يوم واحد في كل مرة\nشكراً\nيوم جديد\n😊👩‍👩‍👧 fünf Zeilen\n#تعافي #genesung' },
  11: (media) => { media.linkLifeMs = 0 },
  12: (media) => { media.file = TROUBLE.elsewhere },
  15: (media) => { media.file = TROUBLE.endless },
  16: (media) => { media.file = TROUBLE.gone },
  18: (media) => { media.file = null; media.thumbnail = null },
  19: (media) => { media.likes = null },
  20: (media) => { media.productType = 'AD' },
  23: (media) => { media.file = TROUBLE.page },
  24: (media) => { media.caption = `<script>alert('caption')</script> ${'word '.repeat(400)}`.slice(0, 2_200) },
}
