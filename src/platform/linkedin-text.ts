export const hashtagPattern = /(?<![\p{L}\p{N}_&/])#([\p{L}\p{M}\p{N}_]+)/gu

/**
 * Escapes text for LinkedIn's "little text" format, with hashtags as its templates. An unescaped
 * bracket would silently cut the post there.
 */
export function escapeLinkedInText(text: string): string {
  const escape = (part: string): string => part.replace(/[\\<>#~_|[\]*(){}@]/g, '\\$&')
  let escaped = ''
  let from = 0
  for (const match of text.matchAll(hashtagPattern)) {
    escaped += `${escape(text.slice(from, match.index))}{hashtag|\\#|${escape(match[1] ?? '')}}`
    from = match.index + match[0].length
  }
  return escaped + escape(text.slice(from))
}

/** Reads escaped text back. */
export function unescapeLinkedInText(text: string): string {
  return text.replace(/\{hashtag\|\\?#\|([^}]*)\}/g, '#$1').replace(/\\(.)/g, '$1')
}
