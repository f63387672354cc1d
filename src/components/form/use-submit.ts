'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { sessionStore } from '@/components/account/session-store'
import { ApiError } from '@/platform/http/api-client'

/** A message for each field, by its name; null for one that is fine. */
export type FieldErrors = Record<string, string | null>
/**
 * Resolves with `leaving` when the browser goes to another page. The form then stays busy until Back shows it again.
 */
type Work = () => Promise<void | 'leaving'>

type Submission = {
  busy: boolean
  errors: Record<string, string>
  /** The error of the whole form; empty if there is none. */
  message: string
  /** The form. After an error the first invalid field in it gets the focus. */
  form: RefObject<HTMLFormElement | null>
  /**
   * Shows `errors` if there are any, else does the work and shows why it failed. Does nothing while a call is under way.
   * What was typed stays.
   */
  submit: (
    work: Work,
    options?: { errors?: FieldErrors; onError?: (error: unknown) => void },
  ) => Promise<void>
  clear: () => void
}

/** The shop's own message for a failed call, or one for calls that were never answered. */
export function errorMessage(
  error: unknown,
  fallback = 'Something went wrong. Check your connection and try again.',
): string {
  return error instanceof ApiError && error.error ? error.error : fallback
}

/** For calls by signed-in users; also forgets a session that has ended. */
export function accountErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error)
  if (error.status !== 401) return error.sentence
  sessionStore.drop()
  return 'You’ve been signed out. Please sign in again; what you typed stays here while this page is open.'
}

const noErrors: Record<string, string> = {}

/** Submits one call at a time. Field errors are shown beside the fields, any other error in `message`. */
export function useSubmit(
  messageOf: (error: unknown) => string = errorMessage,
  {
    alsoWithFields = false,
  }: {
    /** Whether errors of fields show a message for the whole too. */
    alsoWithFields?: boolean
  } = {},
): Submission {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState(noErrors)
  const [message, setMessage] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const underWay = useRef(false)
  useEffect(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A group of fields gets the focus itself only if there is nothing to choose in it.
    const group = invalid instanceof HTMLFieldSetElement ? invalid : null
    const target = group?.querySelector<HTMLElement>('input, select') ?? invalid
    target?.focus()
  }, [errors])

  const clear = (): void => {
    setErrors(noErrors)
    setMessage('')
  }
  const submit: Submission['submit'] = async (work, { errors: fieldErrors = {}, onError } = {}) => {
    if (underWay.current) return
    clear()
    const invalid = Object.entries(fieldErrors).flatMap(([name, text]) =>
      text ? [[name, text] as const] : [],
    )
    if (invalid.length > 0) return setErrors(Object.fromEntries(invalid))
    underWay.current = true
    setBusy(true)
    const finish = (): void => {
      underWay.current = false
      setBusy(false)
    }
    try {
      if ((await work()) === 'leaving')
        // Back shows the page as it was left.
        return window.addEventListener('pageshow', ({ persisted }) => persisted && finish())
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined
      if (fields) setErrors(fields)
      if (!fields || alsoWithFields) setMessage(messageOf(error))
      onError?.(error)
    }
    finish()
  }
  return { busy, errors, message, form, submit, clear }
}
