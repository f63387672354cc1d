import twitterText from 'twitter-text'

import { escapeLinkedInText, hashtagPattern } from '@/platform/linkedin-text'

import { type SocialPlatform, toHashtag } from './social-post'

/**
 * Length of a text by X's own counting: 23 per link, 2 per emoji or CJK character, mostly 1 otherwise. Uses a library,
 * so browsers do not load it: the composer asks the server.
 */
export function weightedLengthForX(text: string): number {
  return twitterText.parseTweet(withKnownHosts(text)).weightedLength
}

/** Whether X finds a link in the text, with or without a scheme. */
function hasLinkForX(text: string): boolean {
  return twitterText.extractUrls(withKnownHosts(text)).length > 0
}

/** The library only recognizes public hosts. A shop on localhost counts as it will when it is public. */
const withKnownHosts = (text: string): string =>
  text.replace(/https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g, 'https://example.com')

/** A post before it is composed for a network. */
export type SocialDraft = {
  text: string
  hashtags: readonly string[]
  links: readonly string[]
  pictures: number
}

/** The text for one network, its length there, and what prevents publishing. */
type ComposedPost = {
  text: string
  /** URL of a link that is shown as a card below the text instead of in it. */
  card: string | null
  length: number
  limit: number
  /** Sentences. Nothing is sent while there are any. */
  problems: string[]
  /** Sentences with helpful information. */
  notes: string[]
}

/** Limits of each network (reference of social publishing, section 0). */
const socialLimits = {
  facebook: { text: 63_206, pictures: 10 },
  instagram: { text: 2_200, pictures: 10 },
  twitter: { text: 280, pictures: 4 },
  linkedin: { text: 3_000, pictures: 10 },
} satisfies Record<SocialPlatform, { text: number; pictures: number }>
const instagramHashtags = 30
const instagramMentions = 20

/** Price of one post on X, in dollars. */
const xPostPrices = { plain: 0.015, withLink: 0.2 } as const

const characters = (text: string): number => [...text].length

const lengthOn = {
  facebook: characters,
  instagram: characters,
  twitter: weightedLengthForX,
  linkedin: (text: string) => characters(escapeLinkedInText(text)),
} satisfies Record<SocialPlatform, (text: string) => number>

const problemsOf = (
  platform: SocialPlatform,
  text: string,
  length: number,
  { pictures }: SocialDraft,
): string[] => {
  const { text: limit, pictures: maxPictures } = socialLimits[platform]
  const problems: string[] = []
  if (!text.trim() && pictures === 0) problems.push('There is nothing to post yet.')
  if (length > limit)
    problems.push(`The text is ${(length - limit).toLocaleString('en-US')} over the limit.`)
  if (pictures > maxPictures) problems.push(`You can attach up to ${maxPictures} images.`)
  if (platform === 'instagram') {
    if (pictures === 0) problems.push('Instagram requires at least one image.')
    if ([...text.matchAll(hashtagPattern)].length > instagramHashtags)
      problems.push(`You can use up to ${instagramHashtags} hashtags.`)
    if ((text.match(/(?<![\w.])@[\w.]+/g)?.length ?? 0) > instagramMentions)
      problems.push(`You can mention up to ${instagramMentions} people.`)
  }
  if (platform === 'twitter' && (text.match(/(?<!\w)\$[A-Za-z]{1,6}\b/g)?.length ?? 0) > 1)
    problems.push('You can use only one cashtag.')
  return problems
}

const notesOf = (platform: SocialPlatform, text: string, hiddenLinks: boolean): string[] => {
  if (platform === 'instagram')
    return hiddenLinks ? ['Links in Instagram captions don’t work, so the link is left out.'] : []
  if (platform !== 'twitter') return []
  return [
    hasLinkForX(text)
      ? `X charges about $${xPostPrices.withLink.toFixed(2)} for a post with a link, or $${xPostPrices.plain} without one.`
      : `X charges about $${xPostPrices.plain} for this post.`,
  ]
}

/**
 * Composes the text for a network: the post, then links and hashtags that it does not contain yet. Facebook and LinkedIn
 * show the first link as a card if there is no picture.
 */
export function composePost(platform: SocialPlatform, draft: SocialDraft): ComposedPost {
  const body = draft.text.replace(/\r\n?/g, '\n').trim()
  const missingLinks = draft.links.filter((link) => !body.includes(link))
  const hasCard =
    (platform === 'facebook' || platform === 'linkedin') &&
    draft.pictures === 0 &&
    draft.links.length > 0
  const card = hasCard ? (draft.links[0] ?? null) : null
  const appendedLinks = platform === 'instagram' ? [] : missingLinks.filter((link) => link !== card)
  const usedHashtags = new Set(
    [...body.matchAll(hashtagPattern)].map(([whole]) => whole.toLowerCase()),
  )
  const tags = [...new Set(draft.hashtags.map(toHashtag))].filter(
    (tag) => tag && !usedHashtags.has(tag.toLowerCase()),
  )
  const text = [body, appendedLinks.join('\n'), tags.join(' ')].filter(Boolean).join('\n\n')
  const length = lengthOn[platform](text)
  return {
    text,
    card,
    length,
    limit: socialLimits[platform].text,
    problems: problemsOf(platform, text, length, draft),
    notes: notesOf(platform, text, platform === 'instagram' && missingLinks.length > 0),
  }
}

/** Cuts the text at a sentence or a word, so that text, links, and hashtags fit the network. */
export function fitText(platform: SocialPlatform, draft: SocialDraft): string {
  const fits = (text: string): boolean =>
    composePost(platform, { ...draft, text }).length <= socialLimits[platform].text
  if (fits(draft.text)) return draft.text
  const ends = [...draft.text.matchAll(/[.!?](?=\s)|\s/g)]
    .map(({ index, 0: sign }) =>
      sign.trim()
        ? { text: draft.text.slice(0, index + 1), whole: true }
        : { text: `${draft.text.slice(0, index).replace(/[\s,;:–-]+$/, '')}…`, whole: false },
    )
    .reverse()
  return (
    (ends.find(({ text, whole }) => whole && fits(text)) ?? ends.find(({ text }) => fits(text)))
      ?.text ?? ''
  )
}
