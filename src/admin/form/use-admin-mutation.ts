'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import { flushSync } from 'react-dom'

import { api, ApiError, errorSentence } from '@/platform/http/api-client'

import { focusHeading } from './button'
import { withConfirmedIdentity } from './identity-confirmation'

/** A request of the admin API and its toasts. Serializable unless `undo` is a function. */
export type AdminRequest = {
  /** POST unless given. */
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** The toast after success: 'Product updated'. */
  done?: string
  doneText?: string
  /** In place of `doneText` if the response has the status `pending`. */
  pendingText?: string
  /** Offered in that toast for its five seconds. */
  undo?: AdminRequest | (() => void)
  /** The toast's title after a failure. The server's message is below it, unless it's shown at a field. */
  failed: string
  /** Below the title when the server's message is shown elsewhere. */
  failedText?: string
  /** The caller opens another page after success. Until then it stays busy, so that a second press does nothing. */
  leaves?: boolean
  /** Stays busy until the page shows the change, because what it saved may be opened again from there. */
  untilRefreshed?: boolean
  /** Sent after the one before, which otherwise makes a second press do nothing. */
  waits?: boolean
}
type Failure = { request: AdminRequest; sentences: string[]; isSignedOut: boolean }

/** Where a form shows an error; above a long page it may be out of sight. */
const shownErrors = '.df-field__error, dialog[open] .form-error'

/**
 * Without the sentences that a form shows already. A signed-out user signs in in another tab and keeps what is typed.
 * Returns whether the toast has all sentences.
 */
const showFailure = ({ request, sentences, isSignedOut }: Failure): boolean => {
  const shownTexts = [...document.querySelectorAll(shownErrors)].map(
    ({ textContent }) => textContent,
  )
  const remaining = sentences.filter(
    (sentence) => !shownTexts.some((text) => text.includes(sentence)),
  )
  toast.error(request.failed, {
    description: remaining.slice(0, 3).join(' ') || request.failedText,
    ...(isSignedOut
      ? {
          duration: 12_000,
          action: {
            label: 'Sign in',
            onClick: () => window.open('/admin/login', '_blank', 'noopener'),
          },
        }
      : {}),
  })
  // In a dialog nothing else tells screen readers that a field was rejected. An error of the whole is an alert, and the
  // focus stays at what was pressed.
  ;[...document.querySelectorAll('dialog[open]')]
    .at(-1)
    ?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ?.focus()
  return remaining.length === sentences.length
}

const versionOf = ({ code, body }: ApiError): string | null => {
  const version =
    code === 'version_conflict' && typeof body === 'object' && body && 'version' in body
      ? body.version
      : null
  return typeof version === 'string' ? version : null
}

type Rejection = { fields: Record<string, string>; refusal: string | null; code: string | null }
const noRejection: Rejection = { fields: {}, refusal: null, code: null }

const isStatus = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status

/** The path of a request to one document, such as '/api/admin/categories/5', says what may be gone. */
const sentenceOf = (error: unknown, { path }: AdminRequest): string =>
  isStatus(error, 404) && /\/\d+(\/|$)/.test(path)
    ? `${errorSentence(error)} Someone may have deleted it.`
    : errorSentence(error)

const rejectionOf = (error: unknown, request: AdminRequest): Rejection => {
  const { fields = {}, code = null } = error instanceof ApiError ? error : {}
  return { fields, refusal: sentenceOf(error, request), code }
}

/** Focuses the heading of the open dialog, or of the page. */
const focusTopHeading = (): void =>
  focusHeading(
    [...document.querySelectorAll<HTMLElement>('dialog[open] h2')].at(-1) ??
      document.querySelector('h1'),
  )

/** The Undo button of a toast, which goes away with the focus: a heading gets it. */
export function undoAction(undo: () => void) {
  return {
    label: 'Undo',
    onClick: () => {
      focusTopHeading()
      undo()
    },
  }
}

const showSuccess = (
  { done, doneText, pendingText }: AdminRequest,
  result: object | undefined,
  onUndo?: () => void,
): void => {
  if (!done) return
  const isPending = result && 'status' in result && result.status === 'pending'
  toast.success(done, {
    description: isPending ? (pendingText ?? doneText) : doneText,
    duration: isPending && pendingText ? 12_000 : 5000,
    ...(onUndo ? { action: undoAction(onUndo) } : {}),
  })
}

/**
 * A button that is disabled while its request runs loses the focus; afterwards it has it again, or if it is gone or
 * still disabled, the heading of its dialog or the page.
 * @param from what had the focus, if it may be gone as soon as `isBusy` is true, as “Overwrite with mine” is
 */
export function useFocusAfter(isBusy: boolean, from?: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    const pressed = from?.current ?? document.activeElement
    if (!isBusy || !(pressed instanceof HTMLElement)) return
    return () => {
      if (document.activeElement !== document.body) return
      pressed.focus({ preventScroll: true })
      // An inert form takes the focus back itself (useInertForm).
      if (document.activeElement === document.body && !pressed.closest('[inert]')) focusTopHeading()
    }
  }, [isBusy, from])
}

/** Returns a function that refreshes the page and resolves once it shows the current state. */
const useRefresh = (): (() => Promise<void>) => {
  const router = useRouter()
  const [isRefreshing, startRefresh] = useTransition()
  const onRefreshed = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (!isRefreshing) onRefreshed.current?.()
  }, [isRefreshing])
  return () => {
    startRefresh(() => router.refresh())
    return new Promise((resolve) => {
      onRefreshed.current = resolve
    })
  }
}

/**
 * Like `useRefresh`, for a refused request: if that removes the form, which says why, a toast says it, unless another
 * request has made the refusal old (`forget`).
 */
const useRefreshUnder = () => {
  const refresh = useRefresh()
  const onRemoved = useRef<(() => void) | null>(null)
  useEffect(() => () => onRemoved.current?.(), [])
  const forget = (): void => {
    onRemoved.current = null
  }
  const refreshUnder = async ({ failed }: AdminRequest, sentence: string): Promise<void> => {
    onRemoved.current = () => {
      toast.error(failed, { description: sentence })
      focusHeading(document.querySelector('h1'))
    }
    await refresh()
    forget()
  }
  return { refresh, refreshUnder, forget }
}

/** Runs one request at a time. Another one does nothing meanwhile, or follows if it `waits`. */
const useOneAtATime = () => {
  const underWay = useRef<Promise<unknown> | null>(null)
  return async <Result>(
    { waits, leaves }: AdminRequest,
    perform: () => Promise<Result | null>,
  ): Promise<Result | null> => {
    const before = underWay.current
    if (before && !waits) return null
    const own = before ? before.then(perform) : perform()
    underWay.current = own
    const result = await own
    if (underWay.current === own && !(leaves && result)) underWay.current = null
    return result
  }
}

export type AdminMutation = ReturnType<typeof useAdminMutation>

/**
 * Sends changes through the API: one at a time, with a toast, and the page refreshed afterwards. After a rejection
 * `fields` holds the messages of single fields, `refusal` that of the form, and `code` the machine-readable code.
 * After a conflict `theirs` is the current version: saving with it overwrites that version. `forget`
 * clears all of them.
 */
export function useAdminMutation() {
  const [isBusy, setIsBusy] = useState(false)
  const runAlone = useOneAtATime()
  const pressed = useRef<Element | null>(null)
  useFocusAfter(isBusy, pressed)
  const [rejection, setRejection] = useState<Rejection>(noRejection)
  const [theirs, setTheirs] = useState<string | null>(null)
  const { refresh, refreshUnder, forget: forgetRefusal } = useRefreshUnder()

  const fail = (request: AdminRequest, error: unknown): void => {
    const rejected = rejectionOf(error, request)
    const sentences = Object.values(rejected.fields)
    // The toast leaves out what the page shows. It's also shown when the form was closed meanwhile.
    flushSync(() => {
      setIsBusy(false)
      setRejection(rejected)
    })
    const sentence = sentenceOf(error, request)
    const isToldByToast = showFailure({
      request,
      sentences: sentences.length > 0 ? sentences : [sentence],
      isSignedOut: isStatus(error, 401),
    })
    // The page shows an older state; what is typed stays.
    if (isStatus(error, 409)) void (isToldByToast ? refresh() : refreshUnder(request, sentence))
    if (isStatus(error, 409) || isStatus(error, 404)) setTheirs(versionOf(error))
  }

  const perform = async <Result extends object>(request: AdminRequest): Promise<Result | null> => {
    const { method = 'POST', path, body, undo } = request
    pressed.current = document.activeElement
    setIsBusy(true)
    setRejection(noRejection)
    forgetRefusal()
    try {
      const result = await withConfirmedIdentity(() =>
        api<Result>(method, path, body ?? (method === 'POST' ? {} : undefined)),
      )
      setTheirs(null)
      const onUndo = typeof undo === 'object' ? () => void send({ ...undo, waits: true }) : undo
      showSuccess(request, result, onUndo)
      const refreshed = refresh()
      if (request.untilRefreshed) await refreshed
      if (!request.leaves) setIsBusy(false)
      return result ?? ({} as Result)
    } catch (error) {
      fail(request, error)
      return null
    }
  }

  /** Resolves with the response, or with null when it failed (which was shown already). */
  const send = <Result extends object>(request: AdminRequest): Promise<Result | null> =>
    runAlone(request, () => perform<Result>(request))
  const forget = useCallback(() => {
    setRejection(noRejection)
    setTheirs(null)
  }, [])
  return { send, isBusy, ...rejection, theirs, forget }
}
