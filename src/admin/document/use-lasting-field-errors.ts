'use client'
import { useAllFormFields, useForm, useFormSubmitted } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

type FieldError = { path: string; message: string; value: string }

const asText = (value: unknown): string => JSON.stringify(value) ?? ''

/** Focuses the first field with an error. Payload names its inputs after their paths. */
const focusField = (path: string): void =>
  document.getElementById(`field-${path.replaceAll('.', '__')}`)?.focus()

/**
 * Keeps the errors of a rejected save at their fields until their values change. A request for form state that was
 * sent before the save and answers after it would clear them.
 */
export function useLastingFieldErrors(): void {
  const [fields, dispatchFields] = useAllFormFields()
  const { setIsValid } = useForm()
  const wasRejected = useFormSubmitted()
  const errors = useRef<FieldError[]>([])
  useEffect(() => {
    if (!wasRejected) {
      errors.current = []
      return
    }
    const known = errors.current.filter(
      ({ path, value }) =>
        fields[path]?.passesCondition !== false && asText(fields[path]?.value) === value,
    )
    const added = Object.entries(fields).flatMap(([path, { valid, errorMessage, value }]) =>
      valid === false && errorMessage && !known.some((error) => error.path === path)
        ? [{ path, message: errorMessage, value: asText(value) }]
        : [],
    )
    if (errors.current.length === 0 && added[0]) focusField(added[0].path)
    errors.current = [...known, ...added]
    const lost = known.filter(({ path }) => fields[path]?.valid !== false)
    if (lost.length === 0) return
    setIsValid(false)
    dispatchFields({ type: 'ADD_SERVER_ERRORS', errors: lost })
  }, [fields, wasRejected, dispatchFields, setIsValid])
}
