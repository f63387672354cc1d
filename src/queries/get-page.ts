import type { Payload } from 'payload'
import { toParagraph, withAddress } from '../domain/rich-text'
import type { TextPage } from '../domain/text-page'
import { getSettings } from './get-settings'

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
export const getPage = async (payload: Payload, slug: TextPage): Promise<PageView | null> => {
  const [{ docs: [page] }, { contactEmail }] = await Promise.all([
    payload.find({ collection: 'pages', where: { slug: { equals: slug } }, limit: 1, depth: 0, pagination: false }),
    getSettings(payload),
  ])
  if (!page) return null
  const shown = (document: unknown) => withAddress(document, writtenAddress, contactEmail)
  return {
    title: page.title,
    lead: page.lead ? shown(toParagraph(page.lead)) : null,
    body: shown(page.body),
    questions: (page.questions ?? []).map(({ question, answer }) => ({ question, answer: shown(answer) })),
    description: page.seoDescription || page.lead || '',
  }
}
