import type { CollectionBeforeOperationHook } from 'payload'

/** Dates that Payload takes as they are sent with something new. A save sends `updatedAt` to say what it has seen (hooks/check-version). */
const dates = { create: ['createdAt', 'updatedAt', 'deletedAt'], update: ['createdAt'] }

/**
 * Leaves out what only the shop itself writes, the named fields and the dates, from whatever comes through Payload's
 * REST. It is left out and not refused because the panel's forms send back everything that they have read.
 */
export function keepOwnFields(names: readonly string[] = []): CollectionBeforeOperationHook {
  return ({ args, operation, overrideAccess, req }) => {
    const { data } = args as { data?: unknown }
    if (
      overrideAccess ||
      req.payloadAPI !== 'REST' ||
      (operation !== 'create' && operation !== 'update') ||
      !data ||
      typeof data !== 'object'
    )
      return args
    const own = new Set([...names, ...dates[operation]])
    return {
      ...args,
      data: Object.fromEntries(Object.entries(data).filter(([name]) => !own.has(name))),
    }
  }
}
