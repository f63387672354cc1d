import { APIError, type CollectionBeforeOperationHook } from 'payload'

/** Dates that Payload would accept from a request. An update sends `updatedAt` as its version (hooks/check-version). */
const dates = { create: ['createdAt', 'updatedAt', 'deletedAt'], update: ['createdAt'] }

/**
 * Removes fields that only the shop writes, and dates, from requests to Payload's REST API. They are
 * removed, not refused, because the admin's forms send back all fields that they loaded. A request without fields, for
 * example of another content type, is refused: Payload would fail with an error of its own.
 */
export function keepOwnFields(names: readonly string[] = []): CollectionBeforeOperationHook {
  return ({ args, operation, overrideAccess, req }) => {
    if (
      overrideAccess ||
      req.payloadAPI !== 'REST' ||
      (operation !== 'create' && operation !== 'update')
    )
      return args
    const { data } = args as { data?: unknown }
    if (!data || typeof data !== 'object') {
      // An upload may have no fields but its file.
      if (req.file) return args
      throw new APIError('Send the fields as JSON.', 400, null, true)
    }
    const own = new Set([...names, ...dates[operation]])
    return {
      ...args,
      data: Object.fromEntries(Object.entries(data).filter(([name]) => !own.has(name))),
    }
  }
}
