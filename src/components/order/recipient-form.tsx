'use client'
import { useRouter } from 'next/navigation'

import { ApiForm, emailError, emailInput, FormActions } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import type { OrderGiftCard } from '@/modules/gift-cards/queries'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'
import { showToast } from '@/ui/toast'

import { useFirstFieldFocus } from './use-in-place-form'
import type { ChangeTarget } from './use-order-change'

export type RecipientFormProps = { card: OrderGiftCard; target: ChangeTarget; onDone: () => void }

/** Corrects where a gift card is sent; fetched when someone opens it. */
export function RecipientForm({
  card,
  target: { orderNumber, orderKey: key },
  onDone,
}: RecipientFormProps) {
  const router = useRouter()
  const { busy, errors, message, form, submit } = useSubmit(errorMessage)
  useFirstFieldFocus(form)
  const save = (text: FormText): void => {
    const recipientEmail = text('recipientEmail').trim()
    void submit(
      async () => {
        await api('PUT', `/api/orders/${orderNumber}/gift-cards/${card.id}`, {
          recipientEmail,
          key,
        })
        showToast({ title: 'Address saved' })
        router.refresh()
        onDone()
      },
      {
        errors: { recipientEmail: emailError(recipientEmail, 'Please add the recipient’s email.') },
      },
    )
  }
  return (
    <ApiForm ref={form} aria-label="Recipient’s email" onSubmit={save} className="grid gap-4">
      <TextField
        {...emailInput}
        label="Recipient’s email"
        name="recipientEmail"
        autoComplete="off"
        defaultValue={card.recipientEmail}
        error={errors.recipientEmail}
      />
      <FormError>{message}</FormError>
      <FormActions busy={busy} submit="Save" onCancel={onDone} />
    </ApiForm>
  )
}
