import { parseCaption } from '@/modules/integrations/rules/parse-caption'

describe('parsing a caption', () => {
  it.each<[string, string, { title: string; paragraphs: string[][]; tags: string[] }]>([
    [
      'with hashtags at its end',
      'Ninety days ago I could not imagine a quiet morning. Today I had one.\n\n#sobriety #recovery #dayfern',
      {
        title: 'Ninety days ago I could not imagine a quiet morning. Today I had one.',
        paragraphs: [['Ninety days ago I could not imagine a quiet morning. Today I had one.']],
        tags: ['sobriety', 'recovery', 'dayfern'],
      },
    ],
    [
      'with a hashtag after its only sentence',
      'Ferns unroll at their own pace. So do we. #oneday',
      {
        title: 'Ferns unroll at their own pace. So do we.',
        paragraphs: [['Ferns unroll at their own pace. So do we.']],
        tags: ['oneday'],
      },
    ],
    [
      'of several paragraphs',
      'Three things\n\nA call, a walk.\nA meeting.\n.\n.\nThat is all of it #recovery',
      {
        title: 'Three things',
        paragraphs: [['A call, a walk.', 'A meeting.'], ['That is all of it']],
        tags: ['recovery'],
      },
    ],
    [
      'with a hashtag inside a sentence',
      'My #recovery began here\nAnd goes on. #Recovery #2026',
      { title: 'My #recovery began here', paragraphs: [['And goes on.']], tags: ['recovery'] },
    ],
    [
      'with right-to-left text and emoji',
      '🌿🌿 يوم واحد في كل مرة\nشكراً\n😊👩‍👩‍👧 fünf Zeilen\n#تعافي #genesung',
      {
        title: '🌿🌿 يوم واحد في كل مرة',
        paragraphs: [['شكراً', '😊👩‍👩‍👧 fünf Zeilen']],
        tags: ['تعافي', 'genesung'],
      },
    ],
    [
      'with markup',
      '<script>alert(1)</script> is only words',
      {
        title: '<script>alert(1)</script> is only words',
        paragraphs: [['<script>alert(1)</script> is only words']],
        tags: [],
      },
    ],
    ['without words', '', { title: '', paragraphs: [], tags: [] }],
    ['of hashtags only', '#one #two', { title: '', paragraphs: [], tags: ['one', 'two'] }],
    [
      'with Windows line endings and control characters',
      'One\u0007 line\r\n\r\nTwo',
      { title: 'One line', paragraphs: [['Two']], tags: [] },
    ],
  ])('%s', (_, caption, read) => expect(parseCaption(caption)).toEqual(read))

  it('shortens a long first line at a word for the title, and keeps it whole in the text', () => {
    const line = 'word '.repeat(40).trim()
    const { title, paragraphs } = parseCaption(`${line}\n\nMore`)
    expect(title).toMatch(/^(?:word ){10,15}word…$/)
    expect(title.length).toBeLessThanOrEqual(80)
    expect(paragraphs).toEqual([[line], ['More']])
  })

  it('keeps at most 30 unique tags', () => {
    expect(
      parseCaption(Array.from({ length: 50 }, (_, n) => `#tag${n} #TAG${n}`).join(' ')).tags,
    ).toEqual(Array.from({ length: 30 }, (_, n) => `tag${n}`))
  })
})
