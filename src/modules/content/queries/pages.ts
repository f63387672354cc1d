import type { Payload } from 'payload'

import type { EditablePage } from '@/modules/content/rules/editable-pages'
import {
  mapText,
  replaceEmailAddress,
  toRichTextParagraph,
} from '@/modules/content/rules/rich-text'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { fillPromises } from '@/modules/shop/rules/promises'

/** Documents for RichText, with the shop's own email address and its promises ({{returns}}) filled in. */
export type PageView = {
  title: string
  lead: unknown
  body: unknown
  questions: { question: string; answer: unknown }[]
  description: string
}

/** Shown as the address in the settings. */
const writtenAddress = 'hello@dayfern.example'

/** Returns the text of a static page; null before the seed has created it. */
export async function getPage(payload: Payload, slug: EditablePage): Promise<PageView | null> {
  const [
    {
      docs: [page],
    },
    { contactEmail, promises },
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
  const fill = (text: string): string => fillPromises(text, promises)
  const shown = (document: unknown) =>
    replaceEmailAddress(mapText(document, fill), writtenAddress, contactEmail)
  return {
    title: page.title,
    lead: page.lead ? shown(toRichTextParagraph(page.lead)) : null,
    body: shown(page.body),
    questions: (page.questions ?? []).map(({ question, answer }) => ({
      question: fill(question),
      answer: shown(answer),
    })),
    description: fill(page.seoDescription || page.lead || ''),
  }
}

/** A text of the shop as a list shows it. Dates are ISO strings. */
type AdminPage = { id: number; title: string; path: string; updatedAt: string }

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
