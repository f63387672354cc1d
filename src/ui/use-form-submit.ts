'use client'
import { useState } from 'react'

import { ApiError } from './api-client'

type Problems = Record<string, string>

/** Said when there was no answer at all, or none that a person could use. */
export const genericErrorMessage = 'Something went wrong. Please try again.'

/** The plain sentence of a failed call. */
export function errorMessageOf(error: unknown): string {
  return error instanceof ApiError && error.error ? error.error : genericErrorMessage
}

/** Text of a field of the form, as it was typed. */
export function fieldText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * One form that is sent to our API: busy, the sentence beside each field, and one for the whole. The form keeps what was
 * typed; the first field with a problem gets the focus.
 */
export function useFormSubmit() {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState<string | null>(null)

  const show = (form: HTMLFormElement, found: Problems): void => {
    setProblems(found)
    const first = Object.keys(found)
      .map((name) => form.elements.namedItem(name))
      .find((field) => field instanceof HTMLInputElement)
    first?.focus()
  }

  /** Resolves with what went wrong, or undefined. While it is busy a second press does nothing. */
  const send = async (form: HTMLFormElement, work: () => Promise<void>): Promise<unknown> => {
    if (busy) return undefined
    setBusy(true)
    setProblems({})
    setTrouble(null)
    try {
      await work()
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.fields) show(form, error.fields)
      else setTrouble(errorMessageOf(error))
      return error
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problems,
    trouble,
    send,
    show,
    clear: () => {
      setProblems({})
      setTrouble(null)
    },
  }
}
