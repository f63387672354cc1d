/** Lower case, everything that is not a letter or digit becomes one hyphen, none at the ends (admin specification 4). */
export function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** The slug of an article with this title, with at most 150 characters. */
export function titleSlug(title: string): string {
  return toSlug(title).slice(0, 150).replace(/-$/, '')
}

/** The slug of a text with at most `max` characters, cut between words if that leaves more than half. */
export function shortSlug(text: string, max: number): string {
  const slug = toSlug(text)
  const end = slug.length > max ? slug.lastIndexOf('-', max) : slug.length
  return slug.slice(0, end > max / 2 ? end : max).replace(/-$/, '')
}
