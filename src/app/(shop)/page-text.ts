import { seedPages, type SeedPage } from '../../seed/content/pages'

const writtenAddress = 'hello@dayfern.example'

/** The text of a page, with the shop's mail address as a link wherever it stands. */
export const pageText = (slug: SeedPage['slug'], contactEmail: string): SeedPage => {
  const page = seedPages.find((candidate) => candidate.slug === slug)
  if (!page) throw new Error(`There is no text for /${slug}.`)
  return JSON.parse(JSON.stringify(page).replaceAll(writtenAddress, JSON.stringify(`[${contactEmail}](mailto:${contactEmail})`).slice(1, -1))) as SeedPage
}
