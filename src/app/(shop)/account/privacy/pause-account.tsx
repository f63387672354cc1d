'use client'
import { useRef, useState } from 'react'

import { api, ApiError } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { Modal } from '@/ui/modal'

/** A rest from the shop, asked once more. Afterwards nobody is signed in, so the way leads to the front page. */
export function PauseAccount() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const pause = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setTrouble('')
    try {
      await api('POST', '/api/account/pause', {})
      location.assign('/')
    } catch (error) {
      setTrouble(
        error instanceof ApiError && error.error
          ? error.error
          : 'That did not reach us. Please try again in a moment.',
      )
      setBusy(false)
    }
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
        <p className="mt-2 text-ink-soft">
          You’ll be signed out everywhere, and your reviews leave the shop. Nothing is deleted. Sign
          in whenever you like, and everything is as it was.
        </p>
        <p
          role="alert"
          className="mt-4 rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden"
        >
          {trouble}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="line" onClick={() => dialog.current?.close()}>
            Stay
          </Button>
          <Button aria-busy={busy} aria-disabled={busy} onClick={() => void pause()}>
            {busy ? 'Processing...' : 'Pause my account'}
          </Button>
        </div>
      </Modal>
    </>
  )
}
