import { APIError, type CollectionBeforeOperationHook, type FlattenedField } from 'payload'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'

/** A node of rich text. A block has its fields. */
const isNode = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.type) &&
  (value.type !== 'block' || isRecord(value.fields)) &&
  (value.children === undefined || (Array.isArray(value.children) && value.children.every(isNode)))

const fits = (field: FlattenedField, value: unknown): boolean => {
  if (value === undefined || value === null) return true
  switch (field.type) {
    case 'text':
      return field.hasMany ? Array.isArray(value) && value.every(isText) : isText(value)
    case 'textarea':
    case 'email':
    case 'code':
      return isText(value)
    case 'richText':
      return isRecord(value) && isNode(value.root)
    case 'group':
    case 'tab':
      return !isRecord(value) || field.flattenedFields.every((one) => fitsIn(one, value))
    case 'array':
      // The admin's forms send 0 for a list without rows.
      return (
        !Array.isArray(value) ||
        value.every(
          (row) => isRecord(row) && field.flattenedFields.every((one) => fitsIn(one, row)),
        )
      )
    default:
      return true
  }
}
const fitsIn = (field: FlattenedField, values: Record<string, unknown>): boolean =>
  fits(field, values[field.name])

/**
 * Refuses values of another type in text fields, and malformed rich text, in requests to Payload's REST API: hooks and
 * Payload's own validation rely on the types and would fail with a 500.
 */
export const checkShapes: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  const { data } = args as { data?: unknown }
  const isWritten = operation === 'create' || operation === 'update'
  if (overrideAccess || req.payloadAPI !== 'REST' || !isWritten || !isRecord(data)) return args
  const wrong = collection.flattenedFields.find((field) => !fitsIn(field, data))
  if (wrong) throw new APIError(`The value of ${wrong.name} isn’t valid.`, 400, null, true)
  return args
}
