import type { Payload } from 'payload'

export type CategoryView = { id: number; name: string; slug: string }

export async function listCategories(payload: Payload): Promise<CategoryView[]> {
  const { docs } = await payload.find({
    collection: 'categories',
    sort: 'name',
    depth: 0,
    pagination: false,
    select: { name: true, slug: true },
  })
  return docs.map(({ id, name, slug }) => ({ id, name, slug }))
}
