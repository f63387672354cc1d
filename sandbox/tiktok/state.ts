import { BROKEN_PICTURES } from '../core/fixture-pictures'
import { createSeededRandom } from '../core/seeded-random'

export interface VideoRecord {
  id: string
  title: string
  description: string
  at: number
  duration: number
  cover: string | null
  width: number
  height: number
  likes: number
  comments: number
  shares: number
  views: number
  isAi: boolean
}

export interface Grant {
  scopes: string[]
  expiresAt: number
}

export interface TikTokState {
  videos: VideoRecord[]
  codes: Record<string, Grant & { redirectUri: string; challenge?: string; clientKey: string }>
  access: Record<string, Grant>
  refresh: Record<string, Grant>
  lastId: number
}

export const SCOPES = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.list',
] as const
export const USERNAME = 'dayfern.shop'
export const OPEN_ID = '-000dayfernOpenIdWithCase7Kq2'
export const UNION_ID = 'c7f1b2de-0f2a-5c51-9a34-6d1f2a55e9aa'

const FIRST: [title: string, description: string][] = [
  ['Ninety days', 'Ninety days of quiet mornings. #sober #recovery #dayfern'],
  ['How we print the fern tee', 'From the drawing to the drying line.'],
  ['', 'A walk instead of a drink. #oneday\nIt rained. We went anyway.'],
  ['Three things that helped', 'A call, a walk, a meeting. #recovery'],
  ['Reader letter no. 12 🌿', '“I stopped counting days and started counting sunrises.”'],
]
/** `§` stands for a number. Often only the description has text, or it begins with the title. */
const MORE: [title: string, description: string][] = [
  [
    'Reader letter no. §',
    'Read aloud, with her permission, at the kitchen table. #letters #recovery',
  ],
  ['', 'Day §. The kettle, the window, the list. #oneday #sober'],
  [
    'Pulling the screen for the heron',
    'Forty prints before lunch. The last one is always the best one. #screenprint #dayfern',
  ],
  ['Sixty seconds of rain', ''],
  [
    'What I say when they offer me one',
    'What I say when they offer me one: no, thank you. That is the whole sentence. #soberlife',
  ],
  ['', 'Pack an order with me: tissue, card, a fern that we pressed. Order § this week.'],
  ['Tea instead', 'Five teas that taste like staying in. #sobercurious #tea'],
  ['Walk with us, part §', 'No talking, only the path. #walking #morning'],
  ['The color that took five tries', 'Moss. It is called Moss. #slowfashion'],
  ['', 'If today is hard: drink some water, text one person, go to bed early. #gentle #recovery'],
  ['Answering questions, round §', 'Sizes, shipping, and how long I have been sober.'],
  [
    'My first month, in objects',
    'A pot, a chip, a library card, a very old bicycle. #recovery #firstmonth',
  ],
  ['Folding', 'Nothing but folding. #satisfying #dayfern'],
  ['Box breathing with the tide, no. §', 'In for four, hold for four. #breathe'],
]
const wordsOf = (number: number): [title: string, description: string] => {
  const [title, description] = FIRST[number] ??
    MORE[(number - FIRST.length) % MORE.length] ?? ['', '']
  const count = String(120 - number)
  return [title.replace('§', count), description.replace('§', count)]
}
const COUNT = 90
const NEWEST = Date.UTC(2026, 10, 19, 18, 0)

/** 90 public videos, newest first. Always the same. */
export function emptyState(): TikTokState {
  const random = createSeededRandom(7_380)
  const videos = Array.from({ length: COUNT }, (_, number): VideoRecord => {
    const [title, description] = wordsOf(number)
    const video: VideoRecord = {
      id: `7${random.digits(18)}`,
      title,
      description,
      at: NEWEST - number * 3 * 86_400_000 - random.int(0, 20) * 1_000,
      duration: random.int(8, 95),
      cover: `tiktok-${number}.jpg`,
      width: 576,
      height: 1_024,
      likes: random.int(5, 4_000),
      comments: random.int(0, 200),
      shares: random.int(0, 90),
      views: random.int(200, 90_000),
      isAi: number === 25,
    }
    EDGE_CASES[number]?.(video)
    return video
  })
  return { videos, codes: {}, access: {}, refresh: {}, lastId: 0 }
}

/** Cases that importers have to handle, by the index in the list. */
const EDGE_CASES: Record<number, (video: VideoRecord) => void> = {
  3: (video) => {
    video.title = ''
    video.description = ''
  },
  6: (video) => {
    video.cover = BROKEN_PICTURES.elsewhere
  },
  8: (video) => {
    video.cover = BROKEN_PICTURES.endless
  },
  9: (video) => {
    video.cover = BROKEN_PICTURES.gone
  },
  11: (video) => {
    video.title = 'يوم واحد في كل مرة 👩‍👩‍👧'
  },
  13: (video) => {
    video.title = '<img src=x onerror=alert(1)> & "quotes"'
  },
  16: (video) => {
    video.cover = null
  },
  17: (video) => {
    Object.assign(video, { width: 1_024, height: 576 })
  },
}
