'use client'
import { useRef } from 'react'

import { SubmitButton } from '@/components/form/api-form'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Modal } from '@/ui/modal'

/** Asks for a confirmation. Pausing signs the customer out, so the home page is next. */
export function PauseAccount() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { busy, message, submit } = useSubmit()
  const pause = async (): Promise<'leaving'> => {
    await api('POST', '/api/account/pause', {})
    location.assign('/')
    return 'leaving'
  }
  return (
    <>
      <Button
        variant="line"
        className="justify-self-start"
        onClick={() => dialog.current?.showModal()}
      >
        Pause my account
      </Button>
      <Modal ref={dialog} title="Pause your account?">
        <p className="mt-2 mb-4 text-ink-soft">
          You’ll be signed out everywhere, and your reviews will be hidden. Nothing is deleted. Sign
          in anytime to pick up where you left off.
        </p>
        <FormError>{message}</FormError>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="line" onClick={() => dialog.current?.close()}>
            Keep my account active
          </Button>
          <SubmitButton type="button" busy={busy} onClick={() => void submit(pause)}>
            Pause my account
          </SubmitButton>
        </div>
      </Modal>
    </>
  )
}
