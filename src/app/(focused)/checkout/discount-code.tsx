'use client'
import { Suspense, useState } from 'react'

import { lazyDialog } from '@/ui/lazy-dialog'

import type { CodeFormProps } from './code-form'
import { focusFirst, RemoveButton } from './code-parts'
import type { CheckoutTotalsState } from './use-checkout-totals'

/** The field for a code, fetched when someone opens it. */
export const { Dialog: CodeForm, isReady } = lazyDialog<CodeFormProps>(() =>
  import('./code-form').then((loaded) => loaded.CodeForm),
)

const AppliedCode = ({
  code: { value, isChecking },
  takesFocus,
  disabled,
  onRemove,
}: {
  code: Pick<CheckoutTotalsState['code'], 'value' | 'isChecking'>
  takesFocus: boolean
  disabled: boolean
  onRemove: () => void
}) => (
  <p
    ref={takesFocus ? focusFirst : undefined}
    role="status"
    className="flex flex-wrap items-center justify-between gap-x-4 text-small"
  >
    <span>
      Code <b className="font-semibold break-all">{value}</b>{' '}
      {isChecking ? 'is being checked…' : 'is applied'}
    </span>
    <RemoveButton name={`code ${value}`} disabled={disabled} onClick={onRemove} />
  </p>
)

/** Lets the buyer add one code. A code that changes nothing says why, and stays until it is corrected or removed. */
export function DiscountCode({
  code: { apply, remove, ...code },
  disabled,
}: {
  code: CheckoutTotalsState['code']
  disabled: boolean
}) {
  /** A code that the buyer enters here closes the form once it is accepted. */
  const [form, setForm] = useState<'open' | 'accepted' | null>(null)
  const isRefused = code.message !== null || code.hasFailed
  if (form === 'open' && code.value && !code.isChecking && !isRefused) setForm('accepted')
  const shared = { takesFocus: form !== null, disabled }
  const open = (): void => setForm('open')
  const removeAndOpen = (): void => {
    remove()
    open()
  }
  if (isRefused || form === 'open')
    return (
      <Suspense>
        <CodeForm
          label="Discount code"
          name="discountCode"
          code={{
            ...code,
            apply: (text) => {
              apply(text)
              open()
            },
            remove: removeAndOpen,
          }}
          {...shared}
        />
      </Suspense>
    )
  if (code.value) return <AppliedCode code={code} onRemove={removeAndOpen} {...shared} />
  return (
    <button
      type="button"
      className="link min-h-11 justify-self-start text-small"
      disabled={disabled}
      onClick={() => void isReady().then((ready) => ready && open())}
    >
      Add a discount code
    </button>
  )
}
