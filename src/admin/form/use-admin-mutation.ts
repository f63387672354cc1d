'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { api, ApiError } from '@/ui/api-client'

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Told = {
  /** The toast after it went well: 'Product updated'. */
  done?: string
  doneText?: string
  /** Taking it back, offered in that toast for its five seconds. */
  undo?: () => void
  /** The toast's title after a failure: 'Error creating product'. The server's sentence stands below it, unless it stands at its field. */
  failed: string
  /** What stands below it when the server's sentence stands elsewhere already. */
  failedText?: string
}

/** Where a form says what was refused; above a long page it may be out of sight. */
const inPlace = '.df-field__error, dialog[open] .df-form__refusal'

export const networkErrorMessage =
  'The shop could not be reached. Nothing typed here is lost; please try again.'

/**
 * A change through the API: one at a time, told by a toast, the page read anew afterwards. What the server refuses
 * stays typed; its sentences for single fields are in `fields`, for the whole in `refusal`, its machine word in `code`.
 * After a conflict `theirs` is the version that stands there now: who saves with it has been told.
 */
export function useAdminMutation() {
  const router = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<string | null>(null)
  const [failed, setFailed] = useState<{
    title: string
    text?: string
    sentences: string[]
    isSignedOut: boolean
  } | null>(null)
  useEffect(() => {
    if (!failed) return
    const said = [...document.querySelectorAll(inPlace)].map(({ textContent }) => textContent)
    const unsaid = failed.sentences.filter(
      (sentence) => !said.some((text) => text.includes(sentence)),
    )
    toast.error(failed.title, {
      description: unsaid.slice(0, 3).join(' ') || failed.text,
      // In a tab of its own: what is typed here stays.
      ...(failed.isSignedOut
        ? {
            duration: 12_000,
            action: {
              label: 'Sign in',
              onClick: () => window.open('/admin/login', '_blank', 'noopener'),
            },
          }
        : {}),
    })
    // In a dialog nothing else says to those who do not see it that a field was refused.
    ;[...document.querySelectorAll('dialog[open]')]
      .at(-1)
      ?.querySelector<HTMLElement>('[aria-invalid="true"]')
      ?.focus()
  }, [failed])

  /** The answer, or null when it did not go well (which was said already). */
  const call = async <Result>(
    method: Method,
    path: string,
    body: unknown,
    told: Told,
  ): Promise<Result | null> => {
    if (isBusy) return null
    setIsBusy(true)
    setFields({})
    setRefusal(null)
    setCode(null)
    try {
      const answer = await api<Result>(method, path, body)
      setTheirs(null)
      if (told.done)
        toast.success(told.done, {
          description: told.doneText,
          duration: 5000,
          ...(told.undo ? { action: { label: 'Undo', onClick: told.undo } } : {}),
        })
      router.refresh()
      return answer ?? ({} as Result)
    } catch (error) {
      const wrong = error instanceof ApiError ? (error.fields ?? {}) : {}
      // The sentences of the fields say more than that some of what was sent is wrong.
      const sentences = Object.values(wrong)
      const sentence =
        error instanceof ApiError
          ? sentences.slice(0, 3).join(' ') || error.sentence
          : networkErrorMessage
      setFields(wrong)
      setRefusal(sentence)
      setCode(error instanceof ApiError ? (error.code ?? null) : null)
      setFailed({
        title: told.failed,
        text: told.failedText,
        sentences: sentences.length > 0 ? sentences : [sentence],
        isSignedOut: error instanceof ApiError && error.status === 401,
      })
      if (error instanceof ApiError && error.status === 409) {
        // Something stands there otherwise than the page says; what is typed stays.
        router.refresh()
        const { version } = (error.body ?? {}) as { version?: unknown }
        setTheirs(error.code === 'version_conflict' && typeof version === 'string' ? version : null)
      }
      return null
    } finally {
      setIsBusy(false)
    }
  }
  return { call, isBusy, fields, refusal, code, theirs }
}
