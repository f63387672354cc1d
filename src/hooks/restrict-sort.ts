import { APIError, type CollectionBeforeOperationHook } from 'payload'

/**
 * Allows sorting only by a collection's own fields. Payload checks read access for those, but not
 * for fields of related documents: `sort=user.hash` would reveal password hashes by their order.
 */
export const restrictSort: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
}) => {
  const sorts =
    operation === 'read' && !overrideAccess
      ? (args as { sort?: string | string[] }).sort
      : undefined
  for (const path of [sorts ?? []].flat().flatMap((sort) => sort.split(','))) {
    const [first, ...more] = path.trim().replace(/^-/, '').split(/\.|__/)
    const field = collection.flattenedFields.find(({ name }) => name === first)
    if (more.length > 0 && field && 'relationTo' in field)
      throw new APIError(`This list can’t be sorted by ${path}.`, 400, null, true)
  }
  return args
}
