'use client'
import { useState } from 'react'

import { ApiForm, FormSuccess, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { formatMoney, parseMoney } from '@/platform/money'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'

/** Shows what is left on a gift card. The code is sent and never stored. */
export function BalanceForm() {
  const { busy, errors, message, form, submit } = useSubmit()
  const [result, setResult] = useState('')
  const check = (text: FormText): void => {
    const code = text('code').trim()
    setResult('')
    void submit(
      async () => {
        const { lastFour, balance } = await api<{ lastFour: string; balance: string }>(
          'POST',
          '/api/gift-cards/check',
          { code },
        )
        setResult(
          `The gift card ending in ${lastFour} has ${formatMoney(parseMoney(balance))} left.`,
        )
      },
      { errors: { code: code ? null : 'Please enter the code.' } },
    )
  }
  return (
    <ApiForm
      ref={form}
      aria-label="Gift card balance"
      className="grid max-w-[26rem] gap-5"
      onSubmit={check}
    >
      <TextField
        label="Gift card code"
        name="code"
        hint="16 letters and numbers, like ABCD-EFGH-JKMN-PQRS."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        required
        error={errors.code}
      />
      <SubmitButton busy={busy} className="justify-self-start">
        Check balance
      </SubmitButton>
      <FormSuccess>{result}</FormSuccess>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}
