import type { Payload } from 'payload'

/** A text of the shop as a list shows it. Dates are ISO strings. */
export type AdminPage = { id: number; title: string; path: string; updatedAt: string }

export const listAdminPages = async (payload: Payload): Promise<AdminPage[]> => {
  const { docs } = await payload.find({ collection: 'pages', sort: 'title', depth: 0, pagination: false, select: { title: true, slug: true, updatedAt: true } })
  return docs.map(({ id, title, slug, updatedAt }) => ({ id, title, path: `/${slug}`, updatedAt }))
}
