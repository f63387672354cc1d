import type { PayloadRequest } from 'payload'

import type { Content } from '@/payload-types'

/** Returns content other than `id` that has or had one of these slugs, in the trash or not. */
export async function findSlugOwners(
  req: PayloadRequest,
  slugs: string[],
  id?: number | string,
): Promise<Pick<Content, 'slug' | 'formerSlugs'>[]> {
  const { docs } = await req.payload.find({
    collection: 'content',
    where: {
      or: [{ slug: { in: slugs } }, { formerSlugs: { in: slugs } }],
      ...(id === undefined ? {} : { id: { not_equals: id } }),
    },
    trash: true,
    pagination: false,
    depth: 0,
    select: { slug: true, formerSlugs: true },
    req,
  })
  return docs
}
