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
          Confirm only if it was you who asked. There are seven days after that in which this link
          takes it back.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-4">
        <Button
          variant={canConfirm ? 'line' : 'solid'}
          aria-disabled={busy}
          onClick={() => act('withdraw')}
        >
          {canConfirm ? 'No, erase nothing' : 'Take the request back'}
        </Button>
        {canConfirm ? (
          <SubmitButton type="button" busy={busy} onClick={() => act('confirm')}>
            Yes, erase my data
          </SubmitButton>
        ) : null}
      </div>
      <FormError>{message}</FormError>
    </div>
  )
}
