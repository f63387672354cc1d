import { APIError, type PayloadRequest, ValidationError } from 'payload'

import {
  isDatabaseUnavailable,
  isLockConflict,
  isLockTimeout,
  lockTimeoutMessage,
} from '@/platform/database/unavailable'
import { AppError, type ErrorCode, invalidFields } from '@/platform/errors'
import { isKeyRefusal, keyRefusalText, ProviderError } from '@/platform/http/provider-error'

import { withCookies } from './cookies'

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
}

/** Maps an error to the response; only AppError and Payload's public errors keep their message. */
const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof ValidationError) {
    const fields = Object.fromEntries(error.data.errors.map(({ path, message }) => [path, message]))
    return invalidFields(fields, error)
  }
  if (error instanceof ProviderError && error.provider === 'storage')
    return new AppError('unavailable', 'Files can’t be saved right now. Please try again soon.', {
      retryAfterSeconds: 10,
      cause: error,
    })
  if (error instanceof ProviderError)
    return new AppError(
      'provider_unavailable',
      error.details.kind === 'limit'
        ? `${error.provider} is busy right now. Please wait a minute and try again.`
        : `${error.provider} isn’t responding. Please try again in a moment.`,
      { retryAfterSeconds: error.details.kind === 'limit' ? 60 : 10, cause: error },
    )
  if (error instanceof APIError && error.status < 500)
    return new AppError(codeOfStatus[error.status] ?? 'bad_request', error.message, {
      cause: error,
    })
  // Without "nothing was saved": an earlier transaction of the call may have been.
  if (isLockConflict(error))
    return new AppError(
      'unavailable',
      'The shop is busy right now. Please try again in a moment.',
      { retryAfterSeconds: 1, cause: error },
    )
  if (isDatabaseUnavailable(error))
    return new AppError(
      'unavailable',
      'The shop can’t be reached right now. Please try again in a few seconds.',
      { retryAfterSeconds: 5, cause: error },
    )
  return new AppError('internal', 'Something went wrong on our side. Please try again.', {
    cause: error,
  })
}

/** Errors for staff only. The checkout would take the conflict as the end of an order, which may still be paid. */
const toStaffError = (error: unknown): AppError | null => {
  if (isLockTimeout(error)) return new AppError('conflict', lockTimeoutMessage, { cause: error })
  return isKeyRefusal(error)
    ? new AppError('provider_unavailable', keyRefusalText(error.provider), { cause: error })
    : null
}

export function errorResponse(req: PayloadRequest, thrown: unknown): Response {
  const staffError = req.pathname.includes('/admin/') ? toStaffError(thrown) : null
  const error = staffError ?? toAppError(thrown)
  if (error.status >= 500)
    req.payload.logger.error({ err: error.cause ?? error, path: req.pathname }, 'A call failed')
  const response = Response.json(
    {
      error: error.message,
      code: error.code,
      ...(error.fields ? { fields: error.fields } : {}),
      ...error.details,
    },
    {
      status: error.status,
      headers: error.retryAfterSeconds
        ? { 'Retry-After': String(error.retryAfterSeconds) }
        : undefined,
    },
  )
  return withCookies(response, error.cookies ?? [])
}
