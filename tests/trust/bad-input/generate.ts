import type { ApiDocument, ApiOperation, JsonSchema } from '@/modules/shop/queries/openapi-document'

import type { Random } from '../random'
import { oddBodies, oddTypes, oddValues } from './odd-values'

export type Operation = { method: string; path: string; operation: ApiOperation }
export type BadRequest = {
  method: string
  path: string
  description: string
  raw?: string
  headers?: Record<string, string>
}

/** Every call that the running shop documents. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

const examples: Readonly<Record<string, string | number>> = {
  email: 'wren@example.com',
  stateCode: 'CA',
  zip: '93023',
  size: 'M',
  color: 'Pine',
  amount: '40.55',
  intent: 'CAPTURE',
  orderNumber: 'DF-1001',
  key: 'a'.repeat(32),
  slug: 'dawn',
  // Seconds that a call may wait for a run of the worker.
  wait: 0,
}

/** A value that fits the schema. */
function exampleOf(document: ApiDocument, schema: JsonSchema | undefined): unknown {
  if (!schema) return 'text'
  const example = (inner: JsonSchema | undefined): unknown => exampleOf(document, inner)
  if (schema.$ref) return example(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return example(choice)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, field]) => [
          key,
          examples[key] ?? example(field),
        ]),
      )
    case 'array':
      return [example(schema.items)]
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return schema.format === 'uuid' ? '5f0c2f9e-6f1e-4a59-9d3c-2f1b7a7c1d10' : 'text'
  }
}

/** A body that fits the call's declaration. */
export function exampleBody(document: ApiDocument, { operation }: Operation): object | undefined {
  const schema = operation.requestBody?.content['application/json']?.schema
  const example = schema && exampleOf(document, schema)
  return typeof example === 'object' && example !== null ? example : undefined
}

/** The paths of all fields of a value, those of its lists included. */
export function fieldPaths(value: unknown, path: string[] = []): string[][] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => fieldPaths(inner, [...path, key]))
      : []
  return path.length > 0 ? [path, ...inside] : inside
}

/** @returns a copy of the value with another one at the path */
export function withValueAt(value: unknown, path: readonly string[], wrong: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return wrong
  if (Array.isArray(value))
    return value.map((inner: unknown, index) =>
      String(index) === key ? withValueAt(inner, rest, wrong) : inner,
    )
  return {
    ...(value as object),
    [key]: withValueAt((value as Record<string, unknown>)[key], rest, wrong),
  }
}

export function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 6000)
}

export function urlEncoded(value: unknown): string {
  return encodeURIComponent(asText(value).replace(/\p{Cs}/gu, '\ufffd'))
}

const examplePath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(examples[name] ?? '1'))

const ownFields = ['role', 'isActive', 'id', 'createdAt', '__proto__', 'total', 'x'.repeat(5000)]
const foreignQueries = [
  'where[id][equals]=1',
  'depth=10',
  '__proto__[x]=1',
  'constructor=1',
  'locale=../..',
  'draft=true',
]

/** A request to the call with one defect, or sometimes with none. */
export function badRequest(document: ApiDocument, call: Operation, random: Random): BadRequest {
  const { method, path, operation } = call
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema ? exampleOf(document, schema) : undefined
  const queries = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const base = { method, path: examplePath(path), raw: schema && JSON.stringify(body) }
  const kinds: Record<string, () => BadRequest> = {
    valid: () => ({ ...base, description: 'nothing wrong' }),
    unknown: () => ({
      ...base,
      description: 'an unknown parameter',
      path: `${base.path}?${random.oneOf(foreignQueries)}`,
    }),
    field: () => {
      const paths = fieldPaths(body)
      const at = paths.length > 0 ? random.oneOf(paths) : []
      const wrong = random.oneOf(oddValues)
      return {
        ...base,
        description: `${at.join('.')} = ${asText(wrong).slice(0, 50)}`,
        raw: JSON.stringify(withValueAt(body, at, wrong)),
      }
    },
    more: () => ({
      ...base,
      description: 'more fields',
      raw: JSON.stringify({
        ...(body as object),
        [random.oneOf(ownFields)]: random.oneOf(oddValues.slice(0, 12)),
      }),
    }),
    twice: () => ({
      ...base,
      description: 'every field twice',
      raw: base.raw?.replace(/^\{(.+)\}$/s, '{$1,$1}'),
    }),
    bytes: () => ({ ...base, description: 'other bytes', raw: random.oneOf(oddBodies) }),
    type: () => ({
      ...base,
      description: 'another content type',
      headers: { 'Content-Type': random.oneOf(oddTypes) },
    }),
    query: () => {
      const { name } = random.oneOf(queries)
      const wrong = random.oneOf(oddValues)
      const suffix = random.oneOf(['', '', '', '[]', '[$gt]', '[__proto__]'])
      return {
        ...base,
        description: `?${name}${suffix} = ${asText(wrong).slice(0, 50)}`,
        path: `${base.path}?${name}${suffix}=${urlEncoded(wrong)}`,
      }
    },
    duplicate: () => {
      const { name } = random.oneOf(queries)
      return {
        ...base,
        description: `?${name} twice`,
        path: `${base.path}?${name}=1&${name}=${urlEncoded(random.oneOf(oddValues))}`,
      }
    },
    segment: () => {
      const wrong = random.oneOf(oddValues.filter((value) => value !== '' && value !== '.'))
      return {
        ...base,
        description: `path = ${asText(wrong).slice(0, 50)}`,
        path: path.replace(/\{\w+\}/, urlEncoded(wrong) || 'x').replace(/\{\w+\}/g, '1'),
      }
    },
  }
  const fitting = [
    'valid',
    'unknown',
    ...(schema ? ['field', 'field', 'field', 'field', 'more', 'twice', 'bytes', 'type'] : []),
    ...(queries.length > 0 ? ['query', 'query', 'duplicate'] : []),
    ...(path.includes('{') ? ['segment'] : []),
  ]
  const make = kinds[random.oneOf(fitting)]
  if (!make) throw new Error('An unknown kind of defect')
  return make()
}

export const rawSegments = [
  '%',
  '%00',
  '%ff',
  '%2e%2e%2f',
  '..%2f..%2fetc%2fpasswd',
  '%E0%A4%A',
  '\\',
  ';',
  "'",
  '"',
  '<x>',
  '%0d%0aSet-Cookie:x=1',
  'a'.repeat(4000),
  '1e9',
  '-1',
  '0',
  '9'.repeat(40),
  '[id]',
  '.env',
  '.git/config',
]
const pageQueries = [
  'page',
  'sort',
  'search',
  'q',
  'category',
  'size',
  'color',
  'price',
  'min',
  'max',
  'tag',
  'type',
  'key',
  'token',
  'next',
  'error',
  'code',
  'preview',
  '_rsc',
  'id',
]
const oddMethods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
]
const oddHeaders: Readonly<Record<string, string>>[] = [
  {},
  {},
  {},
  { RSC: '1' },
  { RSC: '1', 'Next-Router-State-Tree': '%5B%22' },
  { 'Next-Action': 'a'.repeat(40) },
  { 'X-Middleware-Subrequest': 'middleware:middleware:middleware' },
  { Cookie: 'payload-token=eyJhbGciOiJub25lIn0.e30.; x=%ff; =; ;;' },
  { Range: 'bytes=0-0,1-1,-1' },
  { 'Accept-Encoding': 'br;q=2, *;q=-1' },
  { 'If-None-Match': '*', 'If-Modified-Since': 'yesterday' },
  { Accept: 'x'.repeat(4000) },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' },
  { 'Content-Type': 'multipart/form-data', 'Content-Length': '0' },
]

/** A request to a page with an odd path, query, method, or header. */
export function badPageRequest(pages: readonly string[], random: Random): BadRequest {
  const page = random.oneOf(pages)
  const path = page.replace(/\[+(?:\.\.\.)?\w+\]+/g, () =>
    random.oneOf([random.oneOf(rawSegments), urlEncoded(random.oneOf(oddValues)) || 'x']),
  )
  const names = Array.from({ length: random.below(4) }, () => random.oneOf(pageQueries))
  const all = random.chance(0.3) ? [...names, ...names] : names
  const query = all.map((name) => {
    const value = random.chance(0.2)
      ? random.oneOf(rawSegments)
      : urlEncoded(random.oneOf(oddValues))
    return `${name}${random.oneOf(['', '', '[]', '[x]'])}=${value}`
  })
  const method = random.oneOf(oddMethods)
  const headers = random.oneOf(oddHeaders)
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  return {
    method,
    path: target.slice(0, 12_000),
    description: JSON.stringify(headers).slice(0, 60),
    headers,
  }
}
