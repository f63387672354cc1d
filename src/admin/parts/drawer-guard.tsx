'use client'
import { useDocumentDrawerContext, useFormModified, useModal } from '@payloadcms/ui'
import { useEffect, useRef, useState } from 'react'
import { Confirm } from './confirm'

/** Inside a form in a drawer: Escape, the cross and a click beside it ask first while something is not saved. */
export const DrawerGuard = () => {
  const isModified = useFormModified()
  const { drawerSlug } = useDocumentDrawerContext()
  const { closeModal } = useModal()
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
  return (
    <>
      <span ref={place} hidden />
      {isAsking ? (
        <Confirm question="Leave without saving?" verb="Leave" isBusy={false} onCancel={() => setIsAsking(false)} onConfirm={() => { setIsAsking(false); if (drawerSlug) closeModal(drawerSlug) }}>
          <p>What you changed here is not saved yet.</p>
        </Confirm>
      ) : null}
    </>
  )
}
