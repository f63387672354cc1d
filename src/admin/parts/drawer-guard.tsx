'use client'
import { useDocumentDrawerContext, useForm, useFormModified, useFormProcessing, useFormSubmitted, useModal } from '@payloadcms/ui'
import { useEffect, useRef, useState } from 'react'
import { Confirm } from './confirm'
import { useKeptWords } from './use-kept-words'

const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** After a save that was refused Payload takes a form for unmodified, and forgets what was wrong where; what was typed is still not saved. */
const useRefusedIsUnsaved = (): void => {
  const { setModified } = useForm()
  const isModified = useFormModified()
  const isProcessing = useFormProcessing()
  const wasRefused = useFormSubmitted()
  const hasChanges = useRef(false)
  useEffect(() => {
    if (isModified) hasChanges.current = true
    else if (!isProcessing && !wasRefused) hasChanges.current = false
    else if (!isProcessing && hasChanges.current) setModified(true)
  }, [isModified, isProcessing, wasRefused, setModified])
}

/**
 * Inside a form in a drawer: Escape, the cross and a click beside it ask first while something is not saved. What was
 * typed before, and neither saved nor given up, is offered again.
 */
export const DrawerGuard = () => {
  const isModified = useFormModified()
  const { drawerSlug } = useDocumentDrawerContext()
  const { closeModal } = useModal()
  const { keptAt, bringBack, forget } = useKeptWords()
  useRefusedIsUnsaved()
  const place = useRef<HTMLSpanElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (!isModified || !drawerSlug || isAsking) return
    const ask = (event: Event): void => {
      event.preventDefault()
      event.stopImmediatePropagation()
      setIsAsking(true)
    }
    const drawer = place.current?.closest('.drawer')
    /** A drawer or a menu above this one closes by itself. */
    const isOnTop = (): boolean => [...document.querySelectorAll('.drawer--is-open')].at(-1) === drawer && !document.querySelector('dialog[open]:not(.drawer), .rs__menu, .popup--active')
    const press = (event: KeyboardEvent): void => { if (event.key === 'Escape' && isOnTop()) ask(event) }
    const click = (event: MouseEvent): void => {
      const close = event.target instanceof Element ? event.target.closest('.doc-drawer__header-close, .drawer__close') : null
      if (close && close.closest('.drawer') === drawer) ask(event)
    }
    window.addEventListener('keydown', press, true)
    window.addEventListener('click', click, true)
    return () => {
      window.removeEventListener('keydown', press, true)
      window.removeEventListener('click', click, true)
    }
  }, [isModified, drawerSlug, isAsking])

  const leave = (): void => {
    setIsAsking(false)
    forget()
    if (drawerSlug) closeModal(drawerSlug)
  }
  return (
    <>
      <span ref={place} hidden />
      {keptAt === null ? null : (
        <div className="df-note df-kept" role="status">
          <p>Something written here on {moment.format(keptAt)} was not saved.</p>
          <p className="df-row-actions">
            <button type="button" className="df-button df-button--line df-button--small" onClick={() => void bringBack()}>Bring it back</button>
            <button type="button" className="df-button df-button--ghost df-button--small" onClick={forget}>Forget it</button>
          </p>
        </div>
      )}
      {isAsking ? (
        <Confirm question="Leave without saving?" verb="Leave" isBusy={false} onCancel={() => setIsAsking(false)} onConfirm={leave}>
          <p>What you changed here is not saved yet.</p>
        </Confirm>
      ) : null}
    </>
  )
}
