import { pluralize } from '@/platform/pluralize'

type Details = Record<string, unknown>

const listOf = (value: unknown): string =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').join(', ') : ''
const labeled = (label: string, value: unknown): string =>
  listOf(value) ? `${label} ${listOf(value)}` : ''
const pictureCount = ({ pictures }: Details): string =>
  typeof pictures === 'number' ? pluralize(pictures, 'image') : ''

/** 'Changed on Etsy: price', or '$28.00 · sizes S, M · colors Pine · 3 images'. */
export function describeListing(details: Details): string {
  const { price, sizes, colors, changes } = details
  return (
    labeled('Changed on Etsy:', changes) ||
    [
      typeof price === 'string' ? price : '',
      labeled('sizes', sizes),
      labeled('colors', colors),
      pictureCount(details),
    ]
      .filter(Boolean)
      .join(' · ')
  )
}

/** '2 pictures · tags forest, moss' */
export function describePost(details: Details): string {
  return [pictureCount(details), labeled('tags', details.tags)].filter(Boolean).join(' · ')
}
