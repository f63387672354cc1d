import { APIError, type CollectionBeforeOperationHook } from 'payload'

type Read = {
  sort?: string | string[]
  limit?: unknown
  page?: unknown
  depth?: unknown
  pagination?: unknown
}

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

/**
 * Allows sorting only by a collection's own fields. Payload checks read access for those, but not for fields of related
 * documents: `sort=user.hash` would reveal password hashes by their order. Over Payload's REST API, a read gets at most
 * 100 rows. This checks what Payload has read, because parameters have many spellings: it accepts `[limit]` as `limit`,
 * and treats `locale` in a body as part of the URL.
 */
export const restrictReads: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  if (operation !== 'read' || overrideAccess) return args
  const { sort = [], limit = 10, page = 1, depth = 0, pagination = true } = args as Read
  const isAllowed =
    isWhole(limit, 1, 100) && isWhole(page, 0, 1e9) && isWhole(depth, 0, 1e9) && pagination === true
  if (req.payloadAPI === 'REST' && !isAllowed)
    throw new APIError(
      'Page and depth must be whole numbers, and limit one from 1 to 100.',
      400,
      null,
      true,
    )
  for (const path of [sort].flat().flatMap((one) => one.split(','))) {
    const [first, ...more] = path.trim().replace(/^-/, '').split(/\.|__/)
    const field = collection.flattenedFields.find(({ name }) => name === first)
    if (more.length > 0 && field && 'relationTo' in field)
      throw new APIError(`This list can’t be sorted by ${path}.`, 400, null, true)
  }
  return args
}
