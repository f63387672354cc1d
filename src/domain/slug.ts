/** Lower case, everything that is not a letter or digit becomes one hyphen, none at the ends (admin specification 4). */
export const toSlug = (text: string): string =>
  text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
