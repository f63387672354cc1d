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
import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import { RestoreDraftPrompt } from './restore-draft-prompt'
import { SaveErrorNotice } from './save-error-notice'
import { LeaveDialog } from './unsaved-changes-guard'
import { useLocalDraft } from './use-local-draft'
import { useSaveShortcut } from './use-save-shortcut'

/** Identifies the drawer's form, whose local draft is removed after a save. */
export const DrawerFormContext = createContext('')

/** Payload marks a form unmodified after a failed save, although the input is still unsaved. */
const useUnsavedAfterRejection = (): void => {
  const { setModified } = useForm()
  const isModified = useFormModified()
  const isProcessing = useFormProcessing()
  const wasRejected = useFormSubmitted()
  const hasChanges = useRef(false)
  useEffect(() => {
    if (isModified) hasChanges.current = true
    else if (!isProcessing && !wasRejected) hasChanges.current = false
    else if (!isProcessing && hasChanges.current) setModified(true)
  }, [isModified, isProcessing, wasRejected, setModified])
}

/** Remembers the focused field as a selector: submitting disables the form and loses the focus. */
export function rememberFocus(drawer: HTMLElement): void {
  const active = document.activeElement
  const field = active?.matches('[contenteditable=true]')
    ? '[contenteditable=true]'
    : active?.id
      ? `#${CSS.escape(active.id)}`
      : ''
  if (field && drawer.contains(active)) drawer.dataset.focus = field
}

/** Replaces Payload's line, which uses the browser's time zone. */
const DocumentDates = ({
  document,
  timeZone,
}: {
  document?: Record<string, unknown>
  timeZone: string
}) => {
  const format = (date: unknown): string =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(String(date)),
    )
  if (!document?.updatedAt || !document.createdAt) return null
  return (
    <p className="df-drawer-dates">
      Edited {format(document.updatedAt)} · Created {format(document.createdAt)}
    </p>
  )
}

type Marker = RefObject<HTMLElement | null>

const drawerOf = (marker: Marker): HTMLElement | null =>
  marker.current?.closest<HTMLElement>('.drawer') ?? null

const isTopDrawer = (drawer: HTMLElement | null): boolean =>
  drawer !== null && [...document.querySelectorAll('.drawer--is-open')].at(-1) === drawer

/** A new document starts at its title; a just created one continues where the user was (./document-drawer). */
const useInitialFocus = (marker: Marker, id: unknown): void => {
  useEffect(() => {
    const drawer = drawerOf(marker)
    const field =
      id === undefined ? '#field-title' : drawer?.inert ? drawer.dataset.focus : undefined
    if (!drawer || !field) return
    drawer.inert = false
    let attempts = 0
    // The drawer animates in and takes the focus itself.
    const timer = setInterval(() => {
      const target = drawer.classList.contains('drawer--is-open')
        ? drawer.querySelector<HTMLElement>(field)
        : null
      target?.focus()
      attempts += 1
      if ((target && document.activeElement === target) || attempts > 40) clearInterval(timer)
    }, 50)
    return () => clearInterval(timer)
  }, [marker, id])
}

/** Calls `onClose` instead of closing the drawer by Escape, its close button, or an outside click. */
const useCloseInterception = (marker: Marker, isActive: boolean, onClose: () => void): void => {
  const ask = useEffectEvent((event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    onClose()
  })
  useEffect(() => {
    if (!isActive) return
    const drawer = drawerOf(marker)
    const press = (event: KeyboardEvent): void => {
      const hasLayerAbove = document.querySelector(
        'dialog[open]:not(.drawer), .rs__menu, .popup--active',
      )
      if (event.key === 'Escape' && isTopDrawer(drawer) && !hasLayerAbove) ask(event)
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
  }, [marker, isActive])
}

/** Saves with Control+S: Payload's own handler listens one drawer deeper. */
const useDrawerSave = (marker: Marker, isNew: boolean): void => {
  const { submit } = useForm()
  const isModified = useFormModified()
  const isProcessing = useFormProcessing()
  const isSending = useRef(false)
  useSaveShortcut((event) => {
    const drawer = drawerOf(marker)
    if (!drawer || !isTopDrawer(drawer)) return
    event.preventDefault()
    rememberFocus(drawer)
    if (!isModified || isProcessing || isSending.current) return
    isSending.current = true
    // Input during the request is kept; a new document is sent only once.
    void submit(
      isNew
        ? undefined
        : { acceptValues: { overrideLocalChanges: false }, disableFormWhileProcessing: false },
    ).finally(() => {
      isSending.current = false
    })
  })
}

/**
 * Asks before Escape, the close button, or an outside click discards unsaved changes, and offers local drafts
 * again.
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
  const { getData, reset, setModified } = useForm()
  const [typed] = useAllFormFields()
  const { offered, bringBack, forget, forgetOwn } = useLocalDraft({
    collection,
    id,
    formId: useContext(DrawerFormContext),
    isModified,
    typed,
    read: getData,
    // The user has seen the saved version, so a restored draft is saved on top of it (hooks/check-version).
    put: async (values) => {
      await reset({ ...values, updatedAt: getData().updatedAt as unknown })
      setModified(true)
    },
  })
  const marker = useRef<HTMLSpanElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  useUnsavedAfterRejection()
  useInitialFocus(marker, id)
  useCloseInterception(marker, isModified && Boolean(drawerSlug) && !isAsking, () =>
    setIsAsking(true),
  )
  useDrawerSave(marker, id === undefined)

  const leave = (): void => {
    setIsAsking(false)
    forgetOwn()
    if (drawerSlug) closeModal(drawerSlug)
  }
  return (
    <>
      <span ref={marker} hidden />
      <DocumentDates document={savedDocumentData} timeZone={timeZone} />
      <SaveErrorNotice onStale={onStale} />
      <RestoreDraftPrompt offered={offered} bringBack={bringBack} forget={forget} />
      {isAsking ? <LeaveDialog onStay={() => setIsAsking(false)} onLeave={leave} /> : null}
    </>
  )
}
