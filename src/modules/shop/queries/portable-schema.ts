export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Formats that need no pattern: zod's patterns are long, and not every language has their syntax. */
const describedByFormat = new Set(['date', 'date-time', 'email', 'uri', 'uuid'])

/** A character class, an escape, or the start of a group. */
const patternParts = /\[(?:\\.|[^\]\\])*\]|\\u([0-9a-f]{4})|\\.|\(\?:/gi

const portablePart = (part: string, codePoint: string | undefined): string => {
  if (codePoint) return String.fromCharCode(parseInt(codePoint, 16))
  if (part === '(?:') return '('
  if (part === '\\d') return '[0-9]'
  if (part === '\\w') return '[A-Za-z0-9_]'
  if (part === '\\/') return '/'
  if (!part.startsWith('[')) return part
  return part
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll('\\d', '0-9')
    .replaceAll('\\w', 'A-Za-z0-9_')
}

/**
 * Writes a pattern with the syntax that regular expressions of all languages share (JSON Schema, Core 6.4).
 * @returns undefined for one that needs more than that: look-around, Unicode classes, classes whose meaning differs
 */
export function portablePattern(pattern: string): string | undefined {
  const portable = pattern.replace(patternParts, portablePart)
  // An escaped backslash escapes nothing after it.
  return /\(\?|\\[a-z]/i.test(portable.replaceAll('\\\\', '')) ? undefined : portable
}

/** JavaScript's own limits of integers say nothing about a value. */
const isUnlimited = (bound: unknown): boolean =>
  typeof bound === 'number' && Math.abs(bound) === Number.MAX_SAFE_INTEGER

const portableObject = (schema: JsonSchema): JsonSchema => {
  const { pattern, minimum, maximum, exclusiveMinimum, allOf, ...rest } = schema
  const written =
    typeof pattern !== 'string' || describedByFormat.has(rest.format ?? '')
      ? undefined
      : portablePattern(pattern)
  const isPositive = rest.type === 'integer' && exclusiveMinimum === 0
  const least = isPositive ? 1 : isUnlimited(minimum) ? undefined : minimum
  const conditions = Array.isArray(allOf)
    ? allOf.filter((one) => Object.keys(one).length > 0)
    : undefined
  return {
    ...rest,
    ...(written === undefined ? {} : { pattern: written }),
    ...(least === undefined ? {} : { minimum: least }),
    ...(isPositive || exclusiveMinimum === undefined ? {} : { exclusiveMinimum }),
    ...(maximum === undefined || isUnlimited(maximum) ? {} : { maximum }),
    ...(conditions && conditions.length > 0 ? { allOf: conditions } : {}),
  }
}

/** Whether an object is a schema, and not a map of properties that happens to have one called `type`. */
const isSchema = (value: object): value is JsonSchema =>
  ['type', 'pattern', 'allOf'].some((key) => {
    const field: unknown = Reflect.get(value, key)
    return typeof field === 'string' || Array.isArray(field)
  })

/** Reads a schema of zod's from JSON, and leaves out what only JavaScript understands. */
export function portableSchema(json: string): JsonSchema {
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && isSchema(value)
      ? portableObject(value)
      : value,
  ) as JsonSchema
}
