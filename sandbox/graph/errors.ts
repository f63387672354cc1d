import { randomBytes } from 'node:crypto'

import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

interface GraphProblem {
  code: number
  message: string
  subcode?: number
  type?: string
  title?: string
  hint?: string
  transient?: boolean
  status?: number
}

/** An error response of a Graph API (Instagram reference, section 5). `status` is 400 unless given. */
export class GraphError extends Error {
  constructor(readonly problem: GraphProblem) {
    super(problem.message)
    this.name = 'GraphError'
  }
}

function graphBody({ code, message, subcode, type, title, hint, transient }: GraphProblem) {
  return {
    error: {
      message,
      type: type ?? 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(transient !== undefined && { is_transient: transient }),
      ...(title !== undefined && { error_user_title: title }),
      ...(hint !== undefined && { error_user_msg: hint }),
      fbtrace_id: randomBytes(8).toString('base64url'),
    },
  }
}

/** Returns the body for an injected status. The shop must look at the code, not at the status. */
export function graphErrorBody(status: number): unknown {
  if (status === 429)
    return graphBody({ code: 4, message: '(#4) Application request limit reached' })
  if (status === 401) return graphBody(sessionExpired())
  if (status === 403)
    return graphBody({
      code: 10,
      message: '(#10) Application does not have permission for this action',
    })
  if (status === 404 || status === 400)
    return graphBody({ code: 100, message: '(#100) Invalid parameter' })
  return graphBody({
    code: 2,
    message: 'An unexpected error has occurred. Please retry your request later.',
    transient: true,
  })
}

/**
 * Returns Meta's headers about the rate limit.
 * @param used percent of the limit
 * @param minutes until calls are allowed again
 */
export function usageHeaders(
  status: number,
  used = status === 429 ? 100 : 28,
  minutes = status === 429 ? 5 : 0,
): { 'x-app-usage': string; 'x-business-use-case-usage': string } {
  const usage = {
    call_count: used,
    total_cputime: Math.min(used, 25),
    total_time: Math.min(used, 25),
  }
  return {
    'x-app-usage': JSON.stringify(usage),
    'x-business-use-case-usage': JSON.stringify({
      17841400000000000: [
        { type: 'instagram', ...usage, estimated_time_to_regain_access: minutes },
      ],
    }),
  }
}

export function sessionExpired(): GraphProblem {
  return {
    code: 190,
    subcode: 463,
    message:
      'Error validating access token: Session has expired on Saturday, 21-Nov-26 02:00:00 PST. The current time is later.',
  }
}
export function invalidToken() {
  return new GraphError({
    code: 190,
    message: 'Invalid OAuth access token - Cannot parse access token',
  })
}
export function missingPermission(scope: string) {
  return new GraphError({
    code: 10,
    message: `(#10) Application does not have permission for this action: ${scope}`,
    status: 403,
  })
}
export function badParameter(message: string, subcode?: number) {
  return new GraphError({
    code: 100,
    message: `(#100) ${message}`,
    ...(subcode !== undefined && { subcode }),
  })
}
export function objectNotFound(id: string) {
  return badParameter(
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    33,
  )
}

/** The `onError` of a Graph app. */
export function handleGraphError(name: string) {
  return (error: Error, c: Context): Response => {
    const graphError =
      error instanceof GraphError
        ? error.problem
        : { code: 1, message: 'An unknown error occurred', status: 500 }
    if (!(error instanceof GraphError)) console.error(`The ${name} sandbox failed:`, error)
    // Instagram has its own type for an invalid parameter.
    const type = name === 'Instagram' && graphError.code === 100 ? 'IGApiException' : undefined
    return c.json(
      graphBody({ type, ...graphError }),
      (graphError.status ?? 400) as ContentfulStatusCode,
    )
  }
}
