import { truncateText } from './etsy-listing'

/** A caption taken apart. Everything is plain text. */
export type ParsedCaption = {
  /** The first line, without the hashtags at its end; empty when there are no words. */
  title: string
  /** Lines of paragraphs, without the title's own line and without the hashtags at the end. */
  paragraphs: string[][]
  tags: string[]
}

export const maxTitleLength = 80
const longestTag = 60
const mostTags = 30
const hashtag = /#([\p{L}\p{M}\p{N}_]+)/gu
/** Hashtags and nothing else, at the end of a text or as a line of its own. */
const tagsAtEnd = /(?:^|[\s.·•|,-]+)(?:#[\p{L}\p{M}\p{N}_]+[\s.·•|,]*)+$/u

const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/\p{Cs}/gu, '')
/** Ends that are a sentence's stay; only what held the hashtags goes. */
const withoutTags = (line: string): string => {
  const match = tagsAtEnd.exec(line)
  if (!match) return line.trim()
  const kept = line.slice(0, match.index)
  const [ending = ''] = /^[.…!?]+/u.exec(match[0]) ?? []
  return (kept + ending).trim()
}

const tagsOf = (text: string): string[] => {
  const tags = new Map<string, string>()
  for (const [, name = ''] of text.matchAll(hashtag))
    if (name.length <= longestTag && !/^\d+$/.test(name) && !tags.has(name.toLowerCase()))
      tags.set(name.toLowerCase(), name)
  return [...tags.values()].slice(0, mostTags)
}

/** Splits at empty lines; a line that holds nothing but dots or dashes, as people put them for room, is an empty one. */
const paragraphsOf = (lines: readonly string[]): string[][] => {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (/[\p{L}\p{N}\p{S}]/u.test(line)) paragraphs.at(-1)?.push(line)
    else if ((paragraphs.at(-1)?.length ?? 0) > 0) paragraphs.push([])
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

/** The words of a post as title, paragraphs and tags. Markup in it is words like any others. */
export function parseCaption(caption: string): ParsedCaption {
  const text = cleaned(caption)
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  while (lines.length > 0 && withoutTags(lines.at(-1) ?? '') !== lines.at(-1)) {
    const rest = withoutTags(lines.pop() ?? '')
    if (rest) {
      lines.push(rest)
      break
    }
    while (lines.at(-1) === '') lines.pop()
  }
  const paragraphs = paragraphsOf(lines)
  const first = withoutTags(paragraphs[0]?.[0] ?? '') || (paragraphs[0]?.[0] ?? '')
  const title = truncateText(first, maxTitleLength)
  const [head = [], ...others] = paragraphs
  const rest = [head.slice(1), ...others].filter((paragraph) => paragraph.length > 0)
  // A title that was cut, or that is all there is, would leave the text without its beginning.
  return {
    title,
    paragraphs: title === first && rest.length > 0 ? rest : paragraphs,
    tags: tagsOf(text),
  }
}
