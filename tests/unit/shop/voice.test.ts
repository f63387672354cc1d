import { describe, expect, it } from '@jest/globals'
import { bannedPhrases, collectSourceTexts, findBannedPhrases } from '@tests/support/voice'

describe('shop voice', () => {
  it('no message, label, or email in the code uses a banned phrase', () => {
    const texts = collectSourceTexts(['src', 'scripts'])
    expect(texts.length).toBeGreaterThan(3000)
    expect(
      texts.flatMap(({ place, text }) =>
        findBannedPhrases(text).map((phrase) => `${place}: ${phrase}`),
      ),
    ).toEqual([])
  })

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
