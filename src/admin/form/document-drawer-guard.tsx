'use client'
import {
  useAllFormFields,
  useDocumentDrawerContext,
  useDocumentInfo,
  useForm,
  useFormModified,
  useFormProcessing,
  useFormSubmitted,
  useModal,
} from '@payloadcms/ui'
import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'

import { ConfirmDialog } from './confirm-dialog'
import { RestoreDraftPrompt } from './restore-draft-prompt'
import { SaveErrorNotice } from './save-error-notice'
import { useLocalDraft } from './use-local-draft'

/** The name of the drawer's open form: whoever opens it forgets what was kept once it is saved. */
export const DrawerFormContext = createContext('')

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

/** Where somebody writes, as a selector kept on the drawer: a form that is on its way is switched off and loses it. */
export function rememberFocus(drawer: HTMLElement): void {
  const active = document.activeElement
  const field = active?.matches('[contenteditable=true]')
    ? '[contenteditable=true]'
    : active?.id
      ? `#${CSS.escape(active.id)}`
      : ''
  if (field && drawer.contains(active)) drawer.dataset.focus = field
}

/** In place of Payload's own line, which speaks by the clock of this device. */
const DocumentDates = ({
  document,
  timeZone,
}: {
  document?: Record<string, unknown>
  timeZone: string
}) => {
  const told = (date: unknown): string =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(String(date)),
    )
  if (!document?.updatedAt || !document.createdAt) return null
  return (
    <p className="df-drawer-dates">
      Changed {told(document.updatedAt)} · Created {told(document.createdAt)}
    </p>
  )
}

/**
 * Inside a form in a drawer: Escape, the cross and a click beside it ask first while something is not saved. What was
 * typed before, and neither saved nor given up, is offered again.
 */
export function DocumentDrawerGuard({
  timeZone,
  onStale,
}: {
  timeZone: string
  onStale?: (isStale: boolean) => void
}) {
  const isModified = useFormModified()
  const { drawerSlug } = useDocumentDrawerContext()
  const { closeModal } = useModal()
  const { id, collectionSlug: collection = '', savedDocumentData } = useDocumentInfo()
  const { getData, reset, setModified, submit } = useForm()
  const isProcessing = useFormProcessing()
  const [typed] = useAllFormFields()
  const { offered, bringBack, forget, forgetOwn } = useLocalDraft({
    collection,
    id,
    formId: useContext(DrawerFormContext),
    isModified,
    typed,
    read: getData,
    // Whoever brings words back has seen what is saved now, so they are saved on top of that (hooks/check-version).
    put: async (values) => {
      await reset({ ...values, updatedAt: getData().updatedAt as unknown })
      setModified(true)
    },
  })
  useRefusedIsUnsaved()
  const place = useRef<HTMLSpanElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  // A new one begins at its title; in one that was just made (./document-drawer) writing goes on where it was.
  useEffect(() => {
    const drawer = place.current?.closest<HTMLElement>('.drawer')
    const field =
      id === undefined ? '#field-title' : drawer?.inert ? drawer.dataset.focus : undefined
    if (!drawer || !field) return
    drawer.inert = false
    let looks = 0
    // The drawer slides in first, and takes the focus for itself.
    const timer = setInterval(() => {
      const found = drawer.classList.contains('drawer--is-open')
        ? drawer.querySelector<HTMLElement>(field)
        : null
      found?.focus()
      looks += 1
      if ((found && document.activeElement === found) || looks > 40) clearInterval(timer)
    }, 50)
    return () => clearInterval(timer)
  }, [id])
  useEffect(() => {
    if (!isModified || !drawerSlug || isAsking) return
    const ask = (event: Event): void => {
      event.preventDefault()
      event.stopImmediatePropagation()
      setIsAsking(true)
    }
    const drawer = place.current?.closest('.drawer')
    /** A drawer or a menu above this one closes by itself. */
    const isOnTop = (): boolean =>
      [...document.querySelectorAll('.drawer--is-open')].at(-1) === drawer &&
      !document.querySelector('dialog[open]:not(.drawer), .rs__menu, .popup--active')
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && isOnTop()) ask(event)
    }
    const click = (event: MouseEvent): void => {
      const close =
        event.target instanceof Element
          ? event.target.closest('.doc-drawer__header-close, .drawer__close')
          : null
      if (close && close.closest('.drawer') === drawer) ask(event)
    }
    window.addEventListener('keydown', press, true)
    window.addEventListener('click', click, true)
    return () => {
      window.removeEventListener('keydown', press, true)
      window.removeEventListener('click', click, true)
    }
  }, [isModified, drawerSlug, isAsking])

  const isSending = useRef(false)
  // Payload's own listens one level deeper, where the labels of its fields would name nothing.
  const save = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    const drawer = place.current?.closest<HTMLElement>('.drawer')
    if (!drawer || [...document.querySelectorAll('.drawer--is-open')].at(-1) !== drawer) return
    event.preventDefault()
    rememberFocus(drawer)
    if (!isModified || isProcessing || isSending.current) return
    isSending.current = true
    // What is typed while it is on its way stays; a new one is sent once.
    void submit(
      id === undefined
        ? undefined
        : { acceptValues: { overrideLocalChanges: false }, disableFormWhileProcessing: false },
    ).finally(() => {
      isSending.current = false
    })
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => save(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  const leave = (): void => {
    setIsAsking(false)
    forgetOwn()
    if (drawerSlug) closeModal(drawerSlug)
  }
  return (
    <>
      <span ref={place} hidden />
      <DocumentDates document={savedDocumentData} timeZone={timeZone} />
      <SaveErrorNotice onStale={onStale} />
      <RestoreDraftPrompt offered={offered} bringBack={bringBack} forget={forget} />
      {isAsking ? (
        <ConfirmDialog
          question="Leave without saving?"
          verb="Leave"
          isBusy={false}
          onCancel={() => setIsAsking(false)}
          onConfirm={leave}
        >
          <p>What you changed here is not saved yet.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
