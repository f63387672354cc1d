import twitterText from 'twitter-text'

import { escapeLinkedInText, hashtagPattern } from '@/platform/linkedin-text'

import { type SocialPlatform, toHashtag } from './social-post'

/**
 * What a text weighs on X: a link 23 whatever its length, an emoji 2, CJK signs 2, most others 1. X's own counting, and
 * the one library among these rules; kept out of what browsers load (the composer asks the server).
 */
export function weightedLengthForX(text: string): number {
  return twitterText.parseTweet(withKnownHosts(text)).weightedLength
}

/** Whether X sees a link in it, with a scheme or without. */
export function hasLinkForX(text: string): boolean {
  return twitterText.extractUrls(withKnownHosts(text)).length > 0
}

/** The library knows only hosts with a public ending; a rehearsal has none and shall count as the open shop will. */
const withKnownHosts = (text: string): string =>
  text.replace(/https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g, 'https://example.com')

/** What somebody wrote, before it becomes what a network shows. */
export type SocialDraft = {
  text: string
  hashtags: readonly string[]
  links: readonly string[]
  pictures: number
}

/** What goes to one network, how long it is there, and what stands in its way. */
export type ComposedPost = {
  text: string
  /** Shown as a card below the text, not in it. */
  card: string | null
  length: number
  limit: number
  /** Sentences: nothing is sent while there is one. */
  problems: string[]
  /** Sentences that are good to know. */
  notes: string[]
}

/** Text and pictures that each network takes (providers/social-publishing, section 0). */
export const socialLimits = {
  facebook: { text: 63_206, pictures: 10 },
  instagram: { text: 2_200, pictures: 10 },
  twitter: { text: 280, pictures: 4 },
  linkedin: { text: 3_000, pictures: 10 },
} satisfies Record<SocialPlatform, { text: number; pictures: number }>
const instagramHashtags = 30
const instagramMentions = 20

/** What X takes for one post, in dollars: with a link in the text thirteen times as much. */
export const xPostPrices = { plain: 0.015, withLink: 0.2 } as const

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
  const { text: limit, pictures: most } = socialLimits[platform]
  const problems: string[] = []
  if (!text.trim() && pictures === 0) problems.push('There is nothing to post yet.')
  if (length > limit)
    problems.push(`The text is ${(length - limit).toLocaleString('en-US')} too long.`)
  if (pictures > most) problems.push(`At most ${most} pictures can go along.`)
  if (platform === 'instagram') {
    if (pictures === 0) problems.push('Instagram needs at least one picture.')
    if ([...text.matchAll(hashtagPattern)].length > instagramHashtags)
      problems.push(`At most ${instagramHashtags} hashtags are allowed.`)
    if ((text.match(/(?<![\w.])@[\w.]+/g)?.length ?? 0) > instagramMentions)
      problems.push(`At most ${instagramMentions} people can be mentioned.`)
  }
  if (platform === 'twitter' && (text.match(/(?<!\w)\$[A-Za-z]{1,6}\b/g)?.length ?? 0) > 1)
    problems.push('At most one cashtag is allowed.')
  return problems
}

const notesOf = (platform: SocialPlatform, text: string, hiddenLinks: boolean): string[] => {
  if (platform === 'instagram')
    return hiddenLinks ? ['Instagram opens no links in captions, so the link stays out.'] : []
  if (platform !== 'twitter') return []
  return [
    hasLinkForX(text)
      ? `X takes about $${xPostPrices.withLink.toFixed(2)} for a post with a link; without one it is $${xPostPrices.plain}.`
      : `X takes about $${xPostPrices.plain} for this post.`,
  ]
}

/**
 * The text as a network will show it: the words, the links that are not in them yet, then the hashtags that are not.
 * Facebook and LinkedIn show the first link as a card when no picture goes along.
 */
export function composePost(platform: SocialPlatform, draft: SocialDraft): ComposedPost {
  const words = draft.text.replace(/\r\n?/g, '\n').trim()
  const missing = draft.links.filter((link) => !words.includes(link))
  const hasCard =
    (platform === 'facebook' || platform === 'linkedin') &&
    draft.pictures === 0 &&
    draft.links.length > 0
  const card = hasCard ? (draft.links[0] ?? null) : null
  const shown = platform === 'instagram' ? [] : missing.filter((link) => link !== card)
  const there = new Set([...words.matchAll(hashtagPattern)].map(([whole]) => whole.toLowerCase()))
  const tags = [...new Set(draft.hashtags.map(toHashtag))].filter(
    (tag) => tag && !there.has(tag.toLowerCase()),
  )
  const text = [words, shown.join('\n'), tags.join(' ')].filter(Boolean).join('\n\n')
  const length = lengthOn[platform](text)
  return {
    text,
    card,
    length,
    limit: socialLimits[platform].text,
    problems: problemsOf(platform, text, length, draft),
    notes: notesOf(platform, text, platform === 'instagram' && missing.length > 0),
  }
}

/** Words cut at a sentence or a word, so that text, links and hashtags fit the network. */
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
