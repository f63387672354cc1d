import { BROKEN_PICTURES } from '../core/fixture-pictures'
import { createSeededRandom } from '../core/seeded-random'

interface ChildRecord {
  id: string
  type: 'IMAGE' | 'VIDEO'
  file: string
}

export interface MediaRecord {
  id: string
  caption: string | null
  type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  productType: 'FEED' | 'REELS' | 'AD'
  /** Null if Instagram withholds it, as for videos with music. */
  file: string | null
  thumbnail: string | null
  children: ChildRecord[]
  permalink: string
  at: number
  likes: number | null
  comments: number
  altText: string | null
  /** Left out of lists, which makes their pages shorter. */
  hidden: boolean
  /** How long a link to the file is valid; null for the default. */
  linkLifeMs: number | null
}

const FIRST_CAPTIONS = [
  'Ninety days ago I could not imagine a quiet morning. Today I had one.\n\n#sobriety #recovery #dayfern',
  'Ferns unroll at their own pace. So do we. #oneday',
  'What helped this week: a walk, a meeting, a call I did not want to make.\n#recovery',
  'New tees are drying on the line. “Still here, still growing.” #dayfern #slowfashion',
  'A reader wrote: “I stopped counting days and started counting sunrises.”',
  'The tide goes out. It also comes back. @walkinggroup #sober',
  'Coffee, notebook, window. That is the whole plan. #morning',
]
/** `§` stands for a number of days. */
const OPENERS = [
  'Day §. Nothing happened, and that was the gift.',
  'The first frost came, and I noticed it.',
  'Somebody asked how I do it. I said: until lunch, and then until supper.',
  'Day §, and the kettle is on.',
  'We printed the heron again, by hand, forty times.',
  'An old friend called. I told the truth, and the line stayed open.',
  'My sponsor says: do the dishes first.',
  'Day § of writing three lines before breakfast.',
  'Not every evening needs a plan.',
  'The garden does not apologize for winter.',
  'I went to the party and left at nine.',
  'Day §. I slept through the night.',
  'A letter from Ohio came with the last order.',
  'This is the pot I painted in the first month.',
  'Some days the walk is around the block.',
  'Day §, said out loud in a room of strangers who clapped.',
  'The new color is called Moss, and it took us five tries.',
  'Grief came along today. I made it tea.',
  'I kept the chip in my coat pocket all week.',
  'Day § began in the dark and did not stay there.',
  'Our packing table, seen from above, on a Friday.',
  'You are allowed to start again at four in the afternoon.',
  'What the river does with a stone is slow, and it works.',
  'Day §. My daughter noticed before I did.',
  'Three birds, one wire, no hurry.',
  'The meeting moved to the library, so now it smells of books.',
  'I used to be proud of never resting.',
  'Day §: a swim in cold water and a warm towel.',
  'Swipe for the sketches that did not become shirts.',
  'The hardest sentence I know is also short: I need help.',
  'Rain on the roof of the shop all morning.',
  'Day §. The cake was lemon.',
  'One of you asked about sizes, so we measured ourselves.',
  'There is a bench by the pond with my name on it, more or less.',
  'Yesterday is not evidence.',
  'Day §, quietly.',
]
const MIDDLES = [
  'No lesson in it. I only wanted to put it somewhere.',
  'If this is a hard week: drink some water, text one person, go to bed early.',
  'It gets easier, and then it gets different, and then it is Tuesday.',
  'Made slowly, in small numbers, for whoever needs it.',
  'Tell us what your morning looked like. We read every answer.',
  'I wrote it on the wall above the sink, where I cannot miss it.',
  'Thank you for walking along.',
  'Nobody saw it but the dog. The dog approves.',
  'A year ago I would have turned back at the corner.',
  'Links are where links are. No hurry.',
  'Be gentle with whoever you meet before noon, yourself included.',
]
const TAGS = [
  '#sober #recovery',
  '#oneday #dayfern',
  '#recoveryispossible\n#soberlife #gentle',
  '',
  '#slowfashion #dayfern #screenprint',
  '#morning #smallthings',
  '#soberoctober #recovery #onedayatatime',
  '#letters',
]

const captionOf = (number: number): string =>
  FIRST_CAPTIONS[number] ??
  [
    (OPENERS[(number - FIRST_CAPTIONS.length) % OPENERS.length] ?? '').replace(
      '§',
      String(900 - number * 2),
    ),
    MIDDLES[number % MIDDLES.length],
    TAGS[number % TAGS.length],
  ]
    .filter(Boolean)
    .join('\n\n')

/** 120 posts that can be read and 7 that are hidden, which make one page shorter than the others. */
const COUNT = 127
const NEWEST = Date.UTC(2026, 10, 20, 9, 30)
const DAY = 86_400_000

/** Returns the posts, newest first. They are the same in every run. */
export function fixtureMedia(): MediaRecord[] {
  const random = createSeededRandom(178)
  const code = () => `C${random.hex(10)}`
  return Array.from({ length: COUNT }, (_, number) => {
    const kind = (['IMAGE', 'CAROUSEL_ALBUM', 'VIDEO', 'IMAGE'] as const)[number % 4] ?? 'IMAGE'
    const id = `178${random.digits(14)}`
    const media: MediaRecord = {
      id,
      caption: captionOf(number),
      type: kind,
      productType: kind === 'VIDEO' ? 'REELS' : 'FEED',
      file: kind === 'IMAGE' ? `ig-${number}.jpg` : kind === 'VIDEO' ? `ig-${number}.mp4` : null,
      thumbnail: kind === 'VIDEO' ? `ig-${number}-cover.jpg` : null,
      children:
        kind === 'CAROUSEL_ALBUM'
          ? Array.from({ length: 2 + (number % 9) }, (__, index) => ({
              id: `179${random.digits(14)}`,
              type: index % 4 === 2 ? 'VIDEO' : 'IMAGE',
              file: index % 4 === 2 ? `ig-${number}-${index}.mp4` : `ig-${number}-${index}.jpg`,
            }))
          : [],
      permalink: `/${kind === 'VIDEO' ? 'reel' : 'p'}/${code()}/`,
      at: NEWEST - number * 2 * DAY,
      likes: random.int(4, 900),
      comments: random.int(0, 40),
      altText: number % 6 === 0 ? 'A fern on a windowsill' : null,
      hidden: number >= 30 && number < 37,
      linkLifeMs: null,
    }
    EDGE_CASES[number]?.(media)
    return media
  })
}

/** Posts that importers have to cope with, by their index. */
const EDGE_CASES: Record<number, (media: MediaRecord) => void> = {
  3: (media) => {
    media.caption = null
  },
  6: (media) => {
    media.file = null
  },
  8: (media) => {
    media.caption = '🌿🌿 يوم واحد في كل مرة\nشكراً\nيوم جديد\n😊👩‍👩‍👧 fünf Zeilen\n#تعافي #genesung'
  },
  11: (media) => {
    media.linkLifeMs = 0
  },
  12: (media) => {
    media.file = BROKEN_PICTURES.elsewhere
  },
  15: (media) => {
    media.file = BROKEN_PICTURES.endless
  },
  16: (media) => {
    media.file = BROKEN_PICTURES.gone
  },
  18: (media) => {
    media.file = null
    media.thumbnail = null
  },
  19: (media) => {
    media.likes = null
  },
  20: (media) => {
    media.productType = 'AD'
  },
  23: (media) => {
    media.file = BROKEN_PICTURES.page
  },
  24: (media) => {
    media.caption = `<script>alert('caption')</script> ${'word '.repeat(400)}`.slice(0, 2_200)
  },
}
