'use client'
import { SubmitButton } from '@/components/form/api-form'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'

type Props = { code: string; linkKey: string; canConfirm: boolean }

/** What the link of the email allows: to confirm the request, or to keep everything. Opening the page does nothing. */
export function RequestActions({ code, linkKey, canConfirm }: Props) {
  const { busy, message, submit } = useSubmit()
  const act = (action: 'confirm' | 'withdraw'): void =>
    void submit(async () => {
      await api('POST', `/api/privacy/deletion-requests/${code}/${action}`, { key: linkKey })
      location.reload()
      return 'leaving'
    })
  return (
    <div className="grid gap-4">
      {canConfirm ? (
        <p>
          Confirm only if you made this request. After that, you have 7 days to cancel with this
          link.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-4">
        <Button
          variant={canConfirm ? 'line' : 'solid'}
          aria-disabled={busy}
          onClick={() => act('withdraw')}
        >
          {canConfirm ? 'Don’t delete anything' : 'Cancel request'}
        </Button>
        {canConfirm ? (
          <SubmitButton type="button" busy={busy} onClick={() => act('confirm')}>
            Delete my data
          </SubmitButton>
        ) : null}
      </div>
      <FormError>{message}</FormError>
    </div>
  )
}
