import type { Payload } from 'payload'

import { withoutAudit } from '@/hooks/record-audit'

import { seedPages } from './content/pages'
import { toLexical } from './lexical'

/** Creates missing static pages. Every shop needs them, also outside demo mode; staff edit them. */
export async function seedPageRows(payload: Payload): Promise<void> {
  const { docs } = await payload.find({
    collection: 'pages',
    select: { slug: true },
    pagination: false,
    depth: 0,
  })
  const existingSlugs = new Set(docs.map(({ slug }) => slug))
  for (const { slug, title, lead, seoDescription, body, questions = [] } of seedPages) {
    if (existingSlugs.has(slug)) continue
    await payload.create({
      collection: 'pages',
      context: withoutAudit(),
      data: {
        slug,
        title,
        lead,
        seoDescription,
        body: toLexical(body),
        questions: questions.map(({ question, answer }) => ({
          question,
          answer: toLexical([{ p: answer }]),
        })),
      },
    })
  }
}
