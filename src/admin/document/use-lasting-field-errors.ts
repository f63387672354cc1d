'use client'
import { useAllFormFields, useForm, useFormProcessing, useFormSubmitted } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

/** `value` is that of the rejected save. Once it has changed, the error may go. */
type FieldError = { message: string; value: string; hasChanged: boolean }

const asText = (value: unknown): string => JSON.stringify(value) ?? ''

/** Payload names its inputs after their paths. */
const focusField = (path: string): void =>
  document.getElementById(`field-${path.replaceAll('.', '__')}`)?.focus()

/**
 * Keeps the errors of a rejected save at their fields until their values change, and focuses the first one. A request
 * for form state that was sent before the save and answers after it would clear them.
 */
export function useLastingFieldErrors(): void {
  const [fields, dispatchFields] = useAllFormFields()
  const { setIsValid } = useForm()
  const isProcessing = useFormProcessing()
  const wasRejected = useFormSubmitted()
  const errors = useRef(new Map<string, FieldError>())
  useEffect(() => {
    const knownErrors = errors.current
    if (!wasRejected || isProcessing) {
      knownErrors.clear()
      return
    }
    const lost: { path: string; message: string }[] = []
    for (const [path, error] of knownErrors) {
      const field = fields[path]
      error.hasChanged ||= asText(field?.value) !== error.value
      if (field?.valid === false) continue
      if (error.hasChanged || field?.passesCondition === false) knownErrors.delete(path)
      else lost.push({ path, message: error.message })
    }
    const isFirst = knownErrors.size === 0
    for (const [path, { valid, errorMessage, value }] of Object.entries(fields))
      if (valid === false && errorMessage && !knownErrors.has(path))
        knownErrors.set(path, { message: errorMessage, value: asText(value), hasChanged: false })
    const [first] = knownErrors.keys()
    if (isFirst && first) focusField(first)
    if (lost.length === 0) return
    setIsValid(false)
    dispatchFields({ type: 'ADD_SERVER_ERRORS', errors: lost })
  }, [fields, isProcessing, wasRejected, dispatchFields, setIsValid])
}
