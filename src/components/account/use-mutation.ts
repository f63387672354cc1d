'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { api, ApiError } from '@/ui/api-client'

import { sessionStore } from './session-store'

export type Mutation = {
  busy: boolean
  /** A sentence for each field that was refused. */
  fields: Record<string, string>
  /** What went wrong otherwise; empty when nothing did. */
  trouble: string
  /** The form: after a refusal the focus goes to the first field in it that says something. */
  form: RefObject<HTMLFormElement | null>
  /** Null when it was refused, or when another call is still under way. */
  call: <Result>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<Result | null>
}

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'That did not reach us. Please try again in a moment.'
  if (error.status === 401)
    return 'You are signed out. Please sign in again; what you typed stays here as long as this page is open.'
  return error.sentence
}

/** One write of our own API at a time, and what came of it in words that can be shown. What was typed stays. */
export function useMutation(): Mutation {
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const underWay = useRef(false)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fields])
  const call: Mutation['call'] = async <Result>(...asked: Parameters<Mutation['call']>) => {
    if (underWay.current) return null
    underWay.current = true
    setBusy(true)
    setFields({})
    setTrouble('')
    try {
      return await api<Result>(...asked)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) sessionStore.drop()
      if (error instanceof ApiError && error.fields) setFields(error.fields)
      else setTrouble(sentenceOf(error))
      return null
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { busy, fields, trouble, form, call }
}
