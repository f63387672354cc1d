import type { Payload } from 'payload'

import type { EditablePage } from '@/modules/content/rules/editable-pages'
import { replaceEmailAddress, toRichTextParagraph } from '@/modules/content/rules/rich-text'
import { getSettings } from '@/modules/shop/queries/get-settings'

/** Documents for RichText, with the shop's own mail address in place of the one that stands in the text. */
export type PageView = {
  title: string
  lead: unknown
  body: unknown
  questions: { question: string; answer: unknown }[]
  description: string
}

/** Where a text says this address, the shop's own is shown: it is set in one place. */
const writtenAddress = 'hello@dayfern.example'

/** The text of a static page; null before the seed has made it. */
export async function getPage(payload: Payload, slug: EditablePage): Promise<PageView | null> {
  const [
    {
      docs: [page],
    },
    { contactEmail },
  ] = await Promise.all([
    payload.find({
      collection: 'pages',
      where: { slug: { equals: slug } },
      limit: 1,
      depth: 0,
      pagination: false,
    }),
    getSettings(payload),
  ])
  if (!page) return null
  const shown = (document: unknown) => replaceEmailAddress(document, writtenAddress, contactEmail)
  return {
    title: page.title,
    lead: page.lead ? shown(toRichTextParagraph(page.lead)) : null,
    body: shown(page.body),
    questions: (page.questions ?? []).map(({ question, answer }) => ({
      question,
      answer: shown(answer),
    })),
    description: page.seoDescription || page.lead || '',
  }
}

/** A text of the shop as a list shows it. Dates are ISO strings. */
export type AdminPage = { id: number; title: string; path: string; updatedAt: string }

export async function listAdminPages(payload: Payload): Promise<AdminPage[]> {
  const { docs } = await payload.find({
    collection: 'pages',
    sort: 'title',
    depth: 0,
    pagination: false,
    select: { title: true, slug: true, updatedAt: true },
  })
  return docs.map(({ id, title, slug, updatedAt }) => ({ id, title, path: `/${slug}`, updatedAt }))
}
