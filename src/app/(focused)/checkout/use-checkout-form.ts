'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'

import {
  type CheckoutFormValues,
  emptyCheckoutForm,
  fieldErrors,
  type FieldName,
  parseStoredForm,
  visibleFields,
  type ZipCheck,
} from '@/components/checkout/checkout-fields'
import { createSessionStorageStore } from '@/platform/browser-storage'

const stored = createSessionStorageStore('checkout-form', emptyCheckoutForm, parseStoredForm)
export const clearStoredForm = stored.clear
export const getStoredForm = stored.get

/**
 * Keeps what was typed before the scripts ran, which React would clear. Values that the browser restored by itself
 * aren't stored.
 */
export function keepEarlyInput(): void {
  const form = document.querySelector<HTMLFormElement>('form#details')
  if (!form || !navigator.userActivation?.hasBeenActive) return
  const typed = Object.fromEntries([...new FormData(form)].filter(([, text]) => text !== ''))
  const { fields, billingAddressSame, newsletterSubscribe, package: choice, ...rest } = stored.get()
  stored.set(
    parseStoredForm({
      ...rest,
      fields: { ...fields, ...typed },
      billingAddressSame: billingAddressSame && 'billingAddressSame' in typed,
      newsletterSubscribe: newsletterSubscribe || 'newsletterSubscribe' in typed,
      package: {
        ...choice,
        isGift: choice.isGift || 'isGift' in typed,
        isPlain: choice.isPlain || 'isPlain' in typed,
      },
    }),
  )
}

export function fieldId(name: FieldName): string {
  return `checkout-${name.replace('.', '-')}`
}

/** Errors of the server, each with the value it is about: it is gone as soon as the field changes. */
const useServerErrors = (fields: CheckoutFormValues['fields']) => {
  const [errors, setErrors] = useState<Record<string, { value: string; message: string }>>({})
  return {
    serverErrorOf: (name: FieldName): string | undefined =>
      errors[name]?.value === fields[name] ? errors[name]?.message : undefined,
    setServerErrors: (messages: Record<string, string>): void => {
      const values = new Map(Object.entries(fields))
      setErrors(
        Object.fromEntries(
          Object.entries(messages).map(([name, message]) => [
            name,
            { value: values.get(name) ?? '', message },
          ]),
        ),
      )
    },
  }
}

/** Fetches the ZIP ranges of the states with the first ZIP code. Without them, the server still compares the two. */
const useZipCheck = (zip: string): ZipCheck | null => {
  const [check, setCheck] = useState<{ run: ZipCheck } | null>(null)
  const isWanted = zip !== '' && check === null
  useEffect(() => {
    if (!isWanted) return
    import('@/platform/us/zip-prefixes').then(
      ({ zipStateError }) => setCheck({ run: zipStateError }),
      () => undefined,
    )
  }, [isWanted])
  return check?.run ?? null
}

/**
 * The form, stored for this tab. A field shows its error once it has been left, or after an attempt to pay.
 * @param isEmailOnly nothing is shipped, so no address is asked for
 */
export function useCheckoutForm(isEmailOnly: boolean) {
  const form = useSyncExternalStore(stored.subscribe, stored.get, () => emptyCheckoutForm)
  const [left, setLeft] = useState<readonly FieldName[]>([])
  /** The fields that were on the page at the last attempt: those that open later start without errors. */
  const [tried, setTried] = useState<readonly FieldName[]>([])
  const { serverErrorOf, setServerErrors } = useServerErrors(form.fields)
  /** What to focus once the form is usable again; a new object each time. */
  const [goTo, setGoTo] = useState<{ name: FieldName } | null>(null)
  const focusOn = (name: FieldName | undefined): void => {
    if (name) setGoTo({ name })
  }

  const zipCheck = useZipCheck(form.fields.zip || form.fields['billing.zip'])
  const errors = fieldErrors(form, { zipCheck, isEmailOnly })
  const missing = visibleFields(form, isEmailOnly).filter((name) => errors[name] !== undefined)

  const errorOf = (name: FieldName): string | undefined =>
    serverErrorOf(name) ?? (tried.includes(name) || left.includes(name) ? errors[name] : undefined)

  const change = (part: Partial<Omit<CheckoutFormValues, 'fields'>>): void =>
    stored.set({ ...form, ...part })

  return {
    form,
    isEmailOnly,
    /** Fields that keep the order from being sent, in their order on the page. */
    missing,
    tried: tried.length > 0,
    goTo,
    errorOf,
    setField: (name: FieldName, value: string): void =>
      stored.set({ ...form, fields: { ...form.fields, [name]: value } }),
    /** Several fields at once, with their current values in the store. */
    fill: (fields: Partial<CheckoutFormValues['fields']>): void => {
      const now = stored.get()
      stored.set({ ...now, fields: { ...now.fields, ...fields } })
    },
    leaveField: (name: FieldName): void =>
      setLeft((before) => (before.includes(name) ? before : [...before, name])),
    change,
    showMissing: (): void => {
      setTried(visibleFields(form, isEmailOnly))
      focusOn(missing[0])
    },
    setServerErrors: (fields: Record<string, string>): void => {
      setServerErrors(fields)
      focusOn(visibleFields(form, isEmailOnly).find((name) => name in fields))
    },
  }
}

export type CheckoutFormState = ReturnType<typeof useCheckoutForm>
