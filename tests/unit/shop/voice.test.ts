import { describe, expect, it } from '@jest/globals'
import {
  bannedPhrases,
  collectMarkdownTexts,
  collectSourceTexts,
  findBannedPhrases,
  type SourceText,
} from '@tests/support/voice'

const violationsIn = (texts: readonly SourceText[]): string[] =>
  texts.flatMap(({ place, text }) => findBannedPhrases(text).map((phrase) => `${place}: ${phrase}`))

describe('shop voice', () => {
  it('no message, label, email, page, or product of the shop uses a banned phrase', () => {
    const texts = collectSourceTexts(['src', 'scripts', 'sandbox/mail'])
    expect(texts.length).toBeGreaterThan(3000)
    expect(violationsIn(texts)).toEqual([])
  })

  it('the privacy policy isn’t written in two ways', () =>
    expect(
      collectSourceTexts(['src']).filter(({ text }) => text.includes('Privacy Policy')),
    ).toEqual([]))

  it('reads the demo shop’s pages and its outbox', () => {
    const texts = collectSourceTexts(['src/seed', 'sandbox/mail']).map(({ text }) => text)
    for (const sample of ['There is room here', 'The list refreshes automatically'])
      expect(texts.some((text) => text.includes(sample))).toBe(true)
  })

  it('the README uses no banned phrase', () =>
    expect(violationsIn(collectMarkdownTexts('README.md'))).toEqual([]))

  it('the check finds banned phrases and accepts plain sentences', () => {
    expect(bannedPhrases.length).toBeGreaterThan(20)
    expect(findBannedPhrases('We sent you a mail to confirm.')).toHaveLength(1)
    expect(findBannedPhrases('The parcel is not to be had at the moment.')).toHaveLength(3)
    expect(findBannedPhrases('Each piece is printed after you ask for it.')).toHaveLength(1)
    expect(findBannedPhrases('34.2 % of them')).toHaveLength(1)
    expect(findBannedPhrases('We emailed your receipt. Check your inbox.')).toEqual([])
    expect(findBannedPhrases('Mailchimp, USPS mailbox, 8 letters or more')).toEqual([])
  })
})
