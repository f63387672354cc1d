'use client'
import { useState, useSyncExternalStore } from 'react'

import {
  type CheckoutFormValues,
  emptyCheckoutForm,
  fieldErrors,
  type FieldName,
  parseStoredForm,
  visibleFields,
} from '@/components/checkout/checkout-fields'
import { createSessionStorageStore } from '@/platform/browser-storage'

const stored = createSessionStorageStore('checkout-form', emptyCheckoutForm, parseStoredForm)
export const clearStoredForm = stored.clear

export function fieldId(name: FieldName): string {
  return `checkout-${name.replace('.', '-')}`
}

/** The form, stored for this tab. A field shows its error once it has been left, or after an attempt to pay. */
export function useCheckoutForm() {
  const form = useSyncExternalStore(stored.subscribe, stored.get, () => emptyCheckoutForm)
  const [left, setLeft] = useState<readonly FieldName[]>([])
  const [tried, setTried] = useState(false)
  /** Errors of the server, with the value each is about: gone as soon as the field changes. */
  const [serverErrors, setServerErrors] = useState<
    Record<string, { value: string; message: string }>
  >({})

  /** Where the focus is to go, once the form can be reached again; a new object each time. */
  const [goTo, setGoTo] = useState<{ name: FieldName } | null>(null)
  const focusOn = (name: FieldName | undefined): void => {
    if (name) setGoTo({ name })
  }

  const errors = fieldErrors(form)
  const missing = visibleFields(form).filter((name) => errors[name] !== undefined)

  const errorOf = (name: FieldName): string | undefined => {
    const serverError = serverErrors[name]
    if (serverError?.value === form.fields[name]) return serverError.message
    return tried || left.includes(name) ? errors[name] : undefined
  }

  const change = (part: Partial<Omit<CheckoutFormValues, 'fields'>>): void =>
    stored.set({ ...form, ...part })

  return {
    form,
    /** Fields that keep the order from being sent, in their order on the page. */
    missing,
    tried,
    goTo,
    errorOf,
    setField: (name: FieldName, value: string): void =>
      stored.set({ ...form, fields: { ...form.fields, [name]: value } }),
    /** Several fields at once, as they stand in the store now. */
    fill: (fields: Partial<CheckoutFormValues['fields']>): void => {
      const now = stored.get()
      stored.set({ ...now, fields: { ...now.fields, ...fields } })
    },
    leaveField: (name: FieldName): void =>
      setLeft((before) => (before.includes(name) ? before : [...before, name])),
    change,
    /** Shows all that is missing and goes to the first of it. */
    showMissing: (): void => {
      setTried(true)
      focusOn(missing[0])
    },
    setServerErrors: (fields: Record<string, string>): void => {
      const values = new Map(Object.entries(form.fields))
      setServerErrors(
        Object.fromEntries(
          Object.entries(fields).map(([name, message]) => [
            name,
            { value: values.get(name) ?? '', message },
          ]),
        ),
      )
      focusOn(visibleFields(form).find((name) => name in fields))
    },
  }
}

export type CheckoutFormState = ReturnType<typeof useCheckoutForm>
