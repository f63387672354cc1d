import {
  composePost,
  fitText,
  type SocialDraft,
  weightedLengthForX,
} from '@/modules/social/rules/compose-post'
import {
  derivePostStatus,
  isPostEditable,
  parseHashtags,
  toHashtag,
} from '@/modules/social/rules/social-post'
import { escapeLinkedInText } from '@/platform/linkedin-text'

const draft = (changes: Partial<SocialDraft> = {}): SocialDraft => ({
  text: 'One slow morning.',
  hashtags: [],
  links: [],
  pictures: 0,
  ...changes,
})
const link = 'https://dayfern.com/reflections/one-slow-morning'

describe('hashtags', () => {
  it('are split at commas, without a leading #, empty tags, or duplicates', () => {
    expect(parseHashtags(' #calm, , morning ,##quiet,calm')).toEqual(['calm', 'morning', 'quiet'])
    expect(parseHashtags(['#one, two', 'two'])).toEqual(['one', 'two'])
  })
  it.each([
    ['self care', '#selfcare'],
    ['día-1', '#día1'],
    ['12 steps!', '#12steps'],
    ['!!', ''],
  ])('%s is written as %s', (word, shown) => expect(toHashtag(word)).toBe(shown))
})

describe('weighted length on X', () => {
  it.each([
    ['Hello, world! 👋', 16],
    ['👨‍👩‍👧‍👦', 2],
    ['日本語', 6],
    ['example.com', 23],
    [`see ${link}`, 27],
    ['€', 2],
    ['a – b', 5],
    ['…', 2],
  ])('of %s is %d', (text, weight) => expect(weightedLengthForX(text)).toBe(weight))
})

describe('composed text', () => {
  it('ends with the links and hashtags that it doesn’t contain yet', () => {
    expect(
      composePost(
        'twitter',
        draft({ text: 'Morning. #Calm', hashtags: ['calm', 'self care'], links: [link] }),
      ).text,
    ).toBe(`Morning. #Calm\n\n${link}\n\n#selfcare`)
    expect(composePost('twitter', draft({ text: `Read ${link}`, links: [link] })).text).toBe(
      `Read ${link}`,
    )
  })
  it('has the first link as a card on Facebook and LinkedIn unless there are images', () => {
    for (const platform of ['facebook', 'linkedin'] as const) {
      expect(composePost(platform, draft({ links: [link, `${link}-2`] }))).toMatchObject({
        text: `One slow morning.\n\n${link}-2`,
        card: link,
      })
      expect(composePost(platform, draft({ links: [link], pictures: 1 }))).toMatchObject({
        text: `One slow morning.\n\n${link}`,
        card: null,
      })
    }
  })
  it('omits links on Instagram and has a note about it', () => {
    const { text, notes, problems } = composePost(
      'instagram',
      draft({ links: [link], pictures: 1 }),
    )
    expect([text, notes, problems]).toEqual([
      'One slow morning.',
      ['Links in Instagram captions don’t work, so the link is left out.'],
      [],
    ])
  })
  it('has a note about the price on X, which is higher with a link', () => {
    expect(composePost('twitter', draft()).notes).toEqual(['X charges about $0.015 for this post.'])
    expect(composePost('twitter', draft({ links: [link] })).notes[0]).toMatch(/\$0\.20 .* \$0\.015/)
  })
})

describe('limits', () => {
  it.each([
    ['facebook', 63_206],
    ['instagram', 2_200],
    ['twitter', 280],
    ['linkedin', 3_000],
  ] as const)('%s allows up to %d characters', (platform, limit) => {
    expect(composePost(platform, draft({ text: 'a'.repeat(limit), pictures: 1 })).problems).toEqual(
      [],
    )
    expect(
      composePost(platform, draft({ text: 'a'.repeat(limit + 1), pictures: 1 })).problems,
    ).toEqual(['The text is 1 over the limit.'])
  })
  it('a link counts as 23 characters on X', () => {
    expect(composePost('twitter', draft({ text: 'a'.repeat(255), links: [link] }))).toMatchObject({
      length: 280,
      problems: [],
    })
    expect(
      composePost('twitter', draft({ text: 'a'.repeat(256), links: [link] })).problems,
    ).toHaveLength(1)
  })
  it('Instagram requires an image and allows up to 30 hashtags and 20 mentions', () => {
    expect(composePost('instagram', draft()).problems).toEqual([
      'Instagram requires at least one image.',
    ])
    const words = (sign: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${sign}w${index}`).join(' ')
    expect(
      composePost('instagram', draft({ text: `${words('#', 30)} ${words('@', 20)}`, pictures: 1 }))
        .problems,
    ).toEqual([])
    expect(
      composePost('instagram', draft({ text: `${words('#', 31)} ${words('@', 21)}`, pictures: 1 }))
        .problems,
    ).toHaveLength(2)
  })
  it.each([
    ['twitter', 4],
    ['instagram', 10],
    ['facebook', 10],
    ['linkedin', 10],
  ] as const)('%s allows up to %d images', (platform, most) => {
    expect(composePost(platform, draft({ pictures: most })).problems).toEqual([])
    expect(composePost(platform, draft({ pictures: most + 1 })).problems).toEqual([
      `You can attach up to ${most} images.`,
    ])
  })
})

it('text for LinkedIn is escaped, with hashtags as templates', () => {
  expect(escapeLinkedInText('A (small) step_by_step @you <b> 50% | #calm [x] {y} ~ * \\')).toBe(
    'A \\(small\\) step\\_by\\_step \\@you \\<b\\> 50% \\| {hashtag|\\#|calm} \\[x\\] \\{y\\} \\~ \\* \\\\',
  )
  expect(escapeLinkedInText('C# and #day_one')).toBe('C\\# and {hashtag|\\#|day\\_one}')
})

it('a draft that is too long is cut after a sentence or a word', () => {
  const text = `${'A calm sentence of some words. '.repeat(12)}`.trim()
  const cut = fitText('twitter', draft({ text, links: [link], hashtags: ['calm'] }))
  expect(cut).toMatch(/words\.$/)
  expect(
    composePost('twitter', draft({ text: cut, links: [link], hashtags: ['calm'] })).problems,
  ).toEqual([])
  expect(fitText('twitter', draft({ text: 'word '.repeat(80).trim() }))).toMatch(/word…$/)
  expect(fitText('linkedin', draft({ text }))).toBe(text)
})

describe('post status', () => {
  const at = (
    ...list: (readonly [Parameters<typeof derivePostStatus>[0][number]['status'], boolean?])[]
  ) => derivePostStatus(list.map(([status, isOver = true]) => ({ status, isOver })))
  it.each([
    ['sending', at(['published'], ['waiting'])],
    ['sending', at(['failed'], ['sending'])],
    ['sending', at(['unknown', false])],
    ['failed', at(['unknown', true])],
    ['published', at(['published'], ['by-hand'])],
    ['failed', at(['published'], ['failed'])],
    ['draft', at()],
  ])('is %s', (expected, found) => expect(found).toBe(expected))
  it('allows editing unless a delivery is or may be published', () => {
    expect([
      isPostEditable('draft', []),
      isPostEditable('scheduled', []),
      isPostEditable('failed', [{ status: 'failed' }]),
    ]).toEqual([true, true, true])
    expect([
      isPostEditable('published', []),
      isPostEditable('sending', []),
      isPostEditable('failed', [{ status: 'failed' }, { status: 'published' }]),
      isPostEditable('failed', [{ status: 'unknown' }]),
    ]).toEqual([false, false, false, false])
  })
})
