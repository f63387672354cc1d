import type { z } from 'zod'

import { type ErrorDetail, PayPalError } from '../errors'

type Issue = z.core.$ZodIssue

/** Parses a request body. Errors become PayPal's own 400 with one detail for each. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  base = '',
): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new PayPalError(
    400,
    parsed.error.issues.flatMap((issue) => toDetails(issue, body, base)),
  )
}

function toDetails(issue: Issue, body: unknown, base: string): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => detail('NOT_SUPPORTED', [...issue.path, key], body, base))
  }
  return [detail(issueName(issue, valueAt(body, issue.path)), issue.path, body, base)]
}

function issueName(issue: Issue, value: unknown): string {
  if (value === undefined) return 'MISSING_REQUIRED_PARAMETER'
  if (/^[A-Z_]+$/.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'array' ? 'INVALID_ARRAY_MAX_ITEMS' : 'INVALID_STRING_LENGTH'
    case 'too_small':
      return issue.origin === 'array' ? 'INVALID_ARRAY_MIN_ITEMS' : 'INVALID_STRING_LENGTH'
    case 'invalid_value':
      return 'INVALID_PARAMETER_VALUE'
    default:
      return 'INVALID_PARAMETER_SYNTAX'
  }
}

function detail(issue: string, path: PropertyKey[], body: unknown, base: string): ErrorDetail {
  const value = valueAt(body, path)
  return {
    issue,
    field: `${base}/${path.map(String).join('/')}`,
    ...((typeof value === 'string' || typeof value === 'number') && { value: String(value) }),
    location: 'body',
  }
}

function valueAt(body: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    body,
  )
}
