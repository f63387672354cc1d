import { truncateText } from './etsy-listing'

/** The parts of a caption as plain text. */
export type ParsedCaption = {
  /** The first line without trailing hashtags; may be empty. */
  title: string
  /** Lines by paragraph, without the title's line and trailing hashtags. */
  paragraphs: string[][]
  tags: string[]
}

const maxTitleLength = 80
const maxTagLength = 60
const maxTags = 30
const hashtag = /#([\p{L}\p{M}\p{N}_]+)/gu
/** Hashtags at the end of a line, or the whole line. */
const trailingTags = /(?:^|[\s.·•|,-]+)(?:#[\p{L}\p{M}\p{N}_]+[\s.·•|,]*)+$/u

const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/\p{Cs}/gu, '')
/** Removes trailing hashtags, but not the punctuation that ends the sentence before them. */
const withoutTags = (line: string): string => {
  const match = trailingTags.exec(line)
  if (!match) return line.trim()
  const text = line.slice(0, match.index)
  const [punctuation = ''] = /^[.…!?]+/u.exec(match[0]) ?? []
  return (text + punctuation).trim()
}

const tagsOf = (text: string): string[] => {
  const tags = new Map<string, string>()
  for (const [, name = ''] of text.matchAll(hashtag))
    if (name.length <= maxTagLength && !/^\d+$/.test(name) && !tags.has(name.toLowerCase()))
      tags.set(name.toLowerCase(), name)
  return [...tags.values()].slice(0, maxTags)
}

/** Splits at empty lines. Lines of only dots or dashes, which are used as spacers, count as empty. */
const paragraphsOf = (lines: readonly string[]): string[][] => {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (/[\p{L}\p{N}\p{S}]/u.test(line)) paragraphs.at(-1)?.push(line)
    else if ((paragraphs.at(-1)?.length ?? 0) > 0) paragraphs.push([])
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

/** Splits a caption into title, paragraphs, and tags. Markup is plain text. */
export function parseCaption(caption: string): ParsedCaption {
  const text = cleanText(caption)
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
  // If the title was shortened, or is the whole text, the paragraphs keep the first line.
  return {
    title,
    paragraphs: title === first && rest.length > 0 ? rest : paragraphs,
    tags: tagsOf(text),
  }
}
