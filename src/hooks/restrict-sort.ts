import { APIError, type CollectionBeforeOperationHook } from 'payload'

/**
 * A list is sorted by fields of its own. Payload asks of those whether the person may read them, but not of what a
 * field leads to: the order of `sort=user.hash` would tell of somebody's password.
 */
export const restrictSort: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
}) => {
  const asked =
    operation === 'read' && !overrideAccess
      ? (args as { sort?: string | string[] }).sort
      : undefined
  for (const path of [asked ?? []].flat().flatMap((sort) => sort.split(','))) {
    const [first, ...more] = path.trim().replace(/^-/, '').split(/\.|__/)
    const field = collection.flattenedFields.find(({ name }) => name === first)
    if (more.length > 0 && field && 'relationTo' in field)
      throw new APIError(`A list cannot be sorted by ${path}.`, 400, null, true)
  }
  return args
}
