import type { Payload } from 'payload'
import { z } from 'zod'

import { lowestRoleWith, type Permission, roleLabels } from '@/access/roles'
import { sessionCookie } from '@/modules/accounts/rules/session-hint'
import { env } from '@/platform/env'

import { type JsonSchema, portableSchema } from './portable-schema'

export type { JsonSchema }

/** What callers need to know of an endpoint; src/endpoints/endpoint.ts adds what the shop does with it. */
export type DeclaredCall = {
  method: string
  /** As the specification writes it: '/api/admin/orders/:id', '/order'. */
  path: string
  summary: string
  /** Who may call it; absent: everyone. */
  requires?: Permission
  /** Whether it is for people who are signed in, whatever their role. Without a session, it responds 401. */
  signedIn?: boolean
  /** Only for people who are signed in, never for a program with an API key: permissions and keys. */
  sessionOnly?: boolean
  /** Set by publicEndpoint: the response is the same for every visitor. */
  isPublic?: boolean
  /** Whether it creates something and responds 201. */
  creates?: boolean
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** A call without a body is taken as one with an empty object. */
  bodyOptional?: boolean
  /** The most bytes a body may have; 64 kB unless set. */
  bodyBytes?: number
  /** For calls that take a form with a file: what it has in it. Only for /api/openapi.json; such a call reads and checks the form itself. */
  multipart?: z.ZodType
  /**
   * The schema of a 200 or 201 response, for /api/openapi.json; tests check responses against it. Absent: no body, or
   * not JSON.
   */
  response?: z.ZodType
  /** Statuses besides 200, 201, and errors, with their meaning. */
  otherResponses?: Record<number, string>
  /** How often one address may call it; with `ofValid` only calls with a valid body count. */
  limit?: { points: number; seconds: number; ofValid?: true }
}

type ApiParameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}
type ApiResponse = {
  $ref?: string
  description?: string
  content?: Record<string, { schema: JsonSchema }>
  headers?: Record<string, { description: string; schema: JsonSchema }>
}
export type ApiOperation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: ApiParameter[]
  requestBody?: {
    required: boolean
    content: Partial<Record<'application/json' | 'multipart/form-data', { schema: JsonSchema }>>
  }
  responses: Record<string, ApiResponse>
  security?: Record<string, string[]>[]
}
export type ApiDocument = {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; url: string }
    contact: { url: string }
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, ApiResponse>
    securitySchemes: Record<string, unknown>
  }
}

/** In the order of the document. */
const groups: [name: string, path: RegExp, description: string][] = [
  ['Catalog', /^\/api\/(products|categories)/, 'Products for sale and their categories.'],
  ['Content', /^\/api\/content/, 'Published articles and reflections.'],
  [
    'Cart and checkout',
    /^\/(order|setup)|^\/api\/(orders|cart|customers)/,
    'Cart prices, payments, and customers’ orders.',
  ],
  [
    'Newsletter and messages',
    /^\/api\/(newsletter|contact)|^\/api\/account\/newsletter/,
    'Newsletter subscriptions and messages to the shop.',
  ],
  ['Sign-in', /^\/api\/(auth|login|logout)|^\/auth/, 'Accounts, passwords, and sessions.'],
  ['Your account', /^\/api\/(account|privacy)/, 'The signed-in user’s own data.'],
  ['Staff', /^\/api\/admin/, 'Running the shop.'],
  ['About this API', /^\/api\/openapi/, 'This document.'],
]
const otherGroup = 'More'
const otherDescription = 'Requests from other services and from the shop’s own pages.'
const groupOf = (path: string): string =>
  groups.find(([, pattern]) => pattern.test(path))?.[0] ?? otherGroup

const asComponents = (
  schema: object,
): { schema: JsonSchema; named: Record<string, JsonSchema> } => {
  const {
    $schema: _,
    $defs,
    ...rest
  }: JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema> } = portableSchema(
    JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  )
  return { schema: rest, named: $defs ?? {} }
}

/** Responses that many calls share. */
const refusals: Record<string, string> = {
  400: 'Invalid input; see `fields` for details.',
  401: 'Not signed in, or the API key is unknown, revoked, or expired.',
  403: 'Not allowed for this user, or sent from another site.',
  404: 'Not found, or not visible to this caller.',
  409: 'Something has changed; see the response for details.',
  413: 'The body is too large.',
  415: 'Unsupported content type.',
  422: 'The request is valid but can’t be completed; see the response for the reason.',
  429: 'Too many requests. `Retry-After` gives the seconds to wait.',
  500: 'Server error.',
  503: 'Temporarily unavailable, for example because the payment service isn’t responding.',
}

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'The format of every error. Some include more fields, such as a cart’s new totals.',
  properties: {
    error: { type: 'string', description: 'A human-readable message.' },
    code: { type: 'string', pattern: '^[a-z_]+$', description: 'A machine-readable code.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with each field.',
    },
  },
  required: ['error', 'code'],
}

const refusal = (status: string): ApiResponse => ({
  description: refusals[status] ?? '',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  ...(status === '429' || status === '503'
    ? {
        headers: {
          'Retry-After': {
            description: 'Seconds to wait.',
            schema: { type: 'integer', minimum: 1 },
          },
        },
      }
    : {}),
})

const listHeaders = {
  'X-Total-Count': {
    description: 'Total number of items on all pages.',
    schema: { type: 'integer' },
  },
  Link: {
    description: 'Links to other pages (RFC 8288): first, prev, next, last.',
    schema: { type: 'string' },
  },
}

const statusesOf = ({
  method,
  path,
  requires,
  signedIn,
  body,
  multipart,
  limit,
}: DeclaredCall): number[] => [
  // A query that repeats a parameter is refused by every call.
  400,
  ...(requires || signedIn ? [401] : []),
  ...(requires || method !== 'get' ? [403] : []),
  ...(path.includes(':') ? [404] : []),
  ...(method !== 'get' ? [409] : []),
  ...(body || multipart ? [413, 415] : []),
  ...(method !== 'get' ? [422] : []),
  ...(limit ? [429] : []),
  500,
  503,
]

const takesKey = ({ requires, signedIn, sessionOnly }: DeclaredCall): boolean =>
  Boolean(requires) && !signedIn && !sessionOnly

const descriptionOf = (call: DeclaredCall): string => {
  const { requires, signedIn, bodyBytes, limit } = call
  return [
    ...(requires
      ? [
          `For staff with the role ${roleLabels[lowestRoleWith(requires)]} or higher${takesKey(call) ? `, or an API key with ${requires}` : ', not for API keys'}.`,
        ]
      : signedIn
        ? ['For signed-in users.']
        : []),
    ...(limit
      ? [
          `Up to ${limit.points.toLocaleString('en-US')} ${limit.ofValid ? 'valid ' : ''}requests per ${limit.seconds % 60 === 0 && limit.seconds > 60 ? `${limit.seconds / 60} minutes` : `${limit.seconds} seconds`} from one address.`,
        ]
      : []),
    ...(bodyBytes ? [`The body can be up to ${Math.round(bodyBytes / 1024)} kB.`] : []),
  ].join(' ')
}

/** Converts a schema, and collects the named schemas it refers to. */
type SchemaWriter = (type: z.ZodType, io: 'input' | 'output') => JsonSchema

const toParameters = (
  write: SchemaWriter,
  type: z.ZodType | undefined,
  location: 'path' | 'query',
): ApiParameter[] => {
  const { properties = {}, required = [] } = type ? write(type, 'input') : {}
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }))
}

const toResponses = (write: SchemaWriter, call: DeclaredCall): Record<string, ApiResponse> => {
  const schema = call.response ? write(call.response, 'output') : null
  const content = schema ? { content: { 'application/json': { schema } } } : {}
  const isPaged =
    schema?.type === 'array' &&
    toParameters(write, call.query, 'query').some(({ name }) => name === 'page')
  const done: ApiResponse = {
    description: schema ? 'Done.' : 'Done. The response isn’t JSON.',
    ...content,
    ...(isPaged ? { headers: listHeaders } : {}),
  }
  return {
    ...(schema || !call.otherResponses ? { [call.creates ? 201 : 200]: done } : {}),
    ...Object.fromEntries(
      Object.entries(call.otherResponses ?? {}).map(([status, description]) => [
        status,
        { description, ...(Number(status) < 300 ? content : {}) },
      ]),
    ),
    ...(call.isPublic ? { 304: { description: 'Not modified (If-None-Match).' } } : {}),
    ...Object.fromEntries(
      statusesOf(call).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
  }
}

const toRequestBody = (
  write: SchemaWriter,
  { body, bodyOptional, multipart }: DeclaredCall,
): Pick<ApiOperation, 'requestBody'> => {
  const type = multipart ?? body
  if (!type) return {}
  const content = { schema: write(type, 'input') }
  return {
    requestBody: multipart
      ? { required: true, content: { 'multipart/form-data': content } }
      : { required: !bodyOptional, content: { 'application/json': content } },
  }
}

const fillWords = new Set(['a', 'an', 'the', 'its', 'it’s', 'this', 'is', 'be'])

/**
 * A name for generated clients: the first clause of the summary without its fill words, such as listProductsForSale.
 * A test checks that staff's calls and customers' calls have different summaries (tests/integration/http/openapi.test.ts).
 */
const operationIdOf = ({ summary }: DeclaredCall): string =>
  (/^.+?(?=[,;:(]| that |$)/.exec(summary)?.[0] ?? summary)
    .split(/[\s-]+/)
    .filter((word) => word && !fillWords.has(word.toLowerCase()))
    .map((word) => word.replace(/[^A-Za-z0-9]/g, ''))
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`,
    )
    .join('')

const toOperation = (write: SchemaWriter, call: DeclaredCall): ApiOperation => {
  const parameters = [
    ...toParameters(write, call.params, 'path'),
    ...toParameters(write, call.query, 'query'),
  ]
  const description = descriptionOf(call)
  return {
    operationId: operationIdOf(call),
    summary: call.summary,
    ...(description ? { description } : {}),
    tags: [groupOf(call.path)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...toRequestBody(write, call),
    responses: toResponses(write, call),
    security:
      call.requires || call.signedIn
        ? [{ session: [] }, ...(takesKey(call) ? [{ apiKey: [] }] : [])]
        : [],
  }
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: 'The session cookie of a signed-in user.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'dfk_…',
    description:
      'A key created in /admin/api-keys. It has its listed permissions as long as its creator has them; 600 requests per minute.',
  },
}

/**
 * OpenAPI 3.1 from what the endpoints declare: guards, parameters, bodies, and responses are the schemas that each call
 * is checked with, so the document can't differ from what the shop does.
 */
export function toApiDocument(declared: readonly DeclaredCall[]): ApiDocument {
  const schemas: Record<string, JsonSchema> = { Error: errorSchema }
  const write: SchemaWriter = (type, io) => {
    const { schema, named } = asComponents(z.toJSONSchema(type, { io, unrepresentable: 'any' }))
    Object.assign(schemas, named)
    return schema
  }
  const paths: ApiDocument['paths'] = {}
  for (const call of declared) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method]: toOperation(write, call) }
  }
  const { origin } = new URL(env.SERVER_URL)
  const usedGroups = new Set(declared.map(({ path }) => groupOf(path)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dayfern',
      version: '1',
      description:
        'The shop’s HTTP API. Money is a decimal string such as "28.00", ids are integers, and dates are ISO 8601 in UTC. Lists are arrays; page through them with `page` and `limit`.',
      license: { name: 'Proprietary', url: `${origin}/terms` },
      contact: { url: `${origin}/contact` },
    },
    servers: [{ url: origin }],
    tags: [
      ...groups.map(([name, , description]) => ({ name, description })),
      { name: otherGroup, description: otherDescription },
    ].filter(({ name }) => usedGroups.has(name)),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.keys(refusals).map((status) => [status, refusal(status)]),
      ),
      securitySchemes,
    },
  }
}

const documents = new WeakMap<object, ApiDocument>()

/** The document of this shop, made once. */
export function getApiDocument({ config }: Pick<Payload, 'config'>): ApiDocument {
  const cached = documents.get(config.endpoints)
  if (cached) return cached
  const document = toApiDocument(
    config.endpoints.flatMap(({ custom }) => {
      const declaration = (custom as { declaration?: DeclaredCall } | undefined)?.declaration
      return declaration ? [declaration] : []
    }),
  )
  documents.set(config.endpoints, document)
  return document
}
