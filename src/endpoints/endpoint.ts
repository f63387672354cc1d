import type { Endpoint, PayloadRequest } from 'payload'
import { z } from 'zod'

import { getRequestApiKey } from '@/access/api-key'
import { hasPermission } from '@/access/can'
import { isCrossOrigin } from '@/access/cross-site'
import { lowestRoleWith, type Permission, roleLabels } from '@/access/roles'
import { lacksSecondFactor } from '@/access/second-factor'
import type { DeclaredCall } from '@/modules/shop/queries/openapi-document'
import { AppError, type FieldErrors } from '@/platform/errors'
import { withDeadline } from '@/platform/http/deadline'
import { describeSpan } from '@/platform/observability/tracing'
import { pathIdSchema } from '@/platform/schema-fields'

import { requireStepUp } from './accounts/reauthenticate'
import { authenticateApiKey } from './http/api-key'
import { readJson, readOptionalJson } from './http/body'
import type { SignedInRequest } from './http/current-user'
import { errorResponse } from './http/errors'
import { assertSameOrigin } from './http/origin'
import { privateJson } from './http/private-json'
import { consumeRateLimit } from './http/rate-limit'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export type EndpointDeclaration<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Request extends PayloadRequest = PayloadRequest,
> = Omit<DeclaredCall, 'method' | 'params' | 'query' | 'body'> & {
  method: Method
  params?: Params
  query?: Query
  body?: Body
  /** Whether the sign-in must be at most ten minutes old: for money, access, and personal data. API keys aren't asked. */
  stepUp?: boolean
  /** Finds further errors in a body of which a field was refused, so that all errors of a form arrive at once. */
  otherErrors?: (req: Request, body: unknown) => Promise<FieldErrors>
  /** Returns a plain value (200, JSON) or a Response. Throws AppError for errors that the caller should see. */
  handle: (
    req: Request,
    input: { body: z.infer<Body>; query: z.infer<Query>; params: z.infer<Params> },
  ) => Promise<unknown>
}

const anything = z.unknown()
export const idParams = z.strictObject({ id: pathIdSchema })
/** For calls that take no body. */
export const emptyBody = { body: z.strictObject({}), bodyOptional: true } as const

/** Where the rewrites (src/server/rewrites.ts) deliver a public path inside Payload's own router. */
const mountedPath = (path: string): string =>
  path.startsWith('/api/') ? `/shop${path.slice('/api'.length)}` : `/root${path}`

/** Limits of a response about invalid fields and of its sentence: a body may have any number of them, with long names. */
const maxFieldErrors = 40
const maxNamedFields = 8
const shortenName = (name: string): string => (name.length > 60 ? `${name.slice(0, 59)}…` : name)

const parse = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.infer<Schema> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = Object.fromEntries(
    result.error.issues.slice(0, maxFieldErrors).map((issue) => [
      shortenName(
        issue.code === 'unrecognized_keys'
          ? [
              ...issue.path,
              issue.keys
                .map((key) => shortenName(key))
                .slice(0, maxFieldErrors)
                .join(', '),
            ].join('.')
          : issue.path.join('.') || what,
      ),
      issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message,
    ]),
  )
  throw new AppError(
    'invalid',
    `Invalid input: ${Object.keys(fields).slice(0, maxNamedFields).join(', ')}.`,
    { fields },
  )
}

/** Query parameters by name. @throws AppError('invalid') when one is repeated: programs differ in which one they read. */
const singleParameters = (search: URLSearchParams | undefined): Record<string, string> => {
  const names = [...(search?.keys() ?? [])]
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined)
    throw new AppError('invalid', `${shortenName(repeated)} can only be given once.`, {
      fields: { [shortenName(repeated)]: 'This can only be given once.' },
    })
  return Object.fromEntries(search ?? [])
}

/** Programs have allowances of their own, wherever they call from. */
const countCall = async (
  req: PayloadRequest,
  { method, path, limit }: DeclaredCall,
): Promise<void> => {
  const key = getRequestApiKey(req.user)
  if (limit) await consumeRateLimit(req, `${method} ${path}`, limit, key && `api-key ${key.id}`)
}

const assertPermission = (req: PayloadRequest, permission: Permission): void => {
  if (hasPermission(req, permission)) return
  if (getRequestApiKey(req.user))
    throw new AppError(
      'forbidden',
      `This API key needs the ${permission} permission, and so does the user who created it.`,
    )
  if (!req.user?.isActive) throw new AppError('unauthorized', 'Please sign in first.')
  if (lacksSecondFactor(req.user))
    throw new AppError(
      'second_factor_setup_required',
      'Turn on two-step verification first: Your account > Sign-in and security.',
    )
  throw new AppError(
    'forbidden',
    `You need the ${roleLabels[lowestRoleWith(permission)]} role to do this.`,
  )
}

/**
 * A request with an API key acts as the user who created the key, but only where the endpoint requires a permission;
 * elsewhere it has no user. It skips the cross-site checks, because another site can't make a browser send the key.
 */
const authenticate = async (
  req: PayloadRequest,
  {
    method,
    requires,
    signedIn,
    sessionOnly,
  }: Pick<DeclaredCall, 'method' | 'requires' | 'signedIn' | 'sessionOnly'>,
): Promise<void> => {
  const acting = await authenticateApiKey(req)
  if (!acting) {
    if (method !== 'get') assertSameOrigin(req)
    // A link on another site must not act on behalf of the signed-in user.
    if (isCrossOrigin(req)) req.user = null
    return
  }
  if (signedIn || sessionOnly)
    throw new AppError('forbidden', 'You must be signed in to do this. API keys aren’t accepted.')
  req.user = requires ? acting : null
}

/**
 * One call of the HTTP API: guard, parse, act, respond. Every failure becomes `{ error, code, fields? }` with the right
 * status; other errors are logged and become a 500 without their text. Where a call requires a permission or a sign-in,
 * its handler's request has a user.
 */
export function endpoint<
  Body extends z.ZodType = z.ZodUnknown,
  Query extends z.ZodType = z.ZodUnknown,
  Params extends z.ZodType = z.ZodUnknown,
>(
  declaration: EndpointDeclaration<Body, Query, Params, SignedInRequest> &
    ({ requires: Permission } | { signedIn: true }),
): Endpoint
export function endpoint<
  Body extends z.ZodType = z.ZodUnknown,
  Query extends z.ZodType = z.ZodUnknown,
  Params extends z.ZodType = z.ZodUnknown,
>(declaration: EndpointDeclaration<Body, Query, Params>): Endpoint
export function endpoint<Body extends z.ZodType, Query extends z.ZodType, Params extends z.ZodType>(
  declaration: EndpointDeclaration<Body, Query, Params, SignedInRequest>,
): Endpoint {
  const route = `${declaration.method.toUpperCase()} ${declaration.path}`
  return {
    method: declaration.method,
    path: mountedPath(declaration.path),
    custom: { declaration },
    handler: async (req) => {
      let received: unknown
      try {
        describeSpan({ 'http.route': declaration.path }, route)
        await authenticate(req, declaration)
        if (declaration.requires) assertPermission(req, declaration.requires)
        if (declaration.signedIn && !req.user?.isActive)
          throw new AppError('unauthorized', 'Please sign in first.')
        if (declaration.stepUp) await requireStepUp(req)
        if (!declaration.limit?.ofValid) await countCall(req, declaration)
        const params = parse(
          declaration.params ?? anything,
          req.routeParams ?? {},
          'path',
        ) as z.infer<Params>
        const query = parse(
          declaration.query ?? anything,
          singleParameters(req.searchParams),
          'query',
        ) as z.infer<Query>
        if (declaration.body)
          received = await (declaration.bodyOptional ? readOptionalJson : readJson)(
            req,
            declaration.bodyBytes,
          )
        const body = parse(declaration.body ?? anything, received, 'body') as z.infer<Body>
        if (declaration.limit?.ofValid) await countCall(req, declaration)
        // Where the declaration promises a user, the guards above have found one.
        const result = await withDeadline(() =>
          declaration.handle(req as SignedInRequest, { body, query, params }),
        )
        return result instanceof Response
          ? result
          : privateJson(result, declaration.creates ? 201 : 200)
      } catch (error) {
        if (received !== undefined && error instanceof AppError && error.fields)
          Object.assign(
            error.fields,
            await declaration.otherErrors?.(req as SignedInRequest, received).catch(() => null),
          )
        return errorResponse(req, error)
      }
    },
  }
}
