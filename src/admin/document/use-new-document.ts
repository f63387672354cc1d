'use client'
import { useDocumentInfo, useForm } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'

import { changedFields } from '@/admin/form/form-values'

type Values = Record<string, unknown>
/** A field, and the child indexes that lead from its element to the text node with the cursor. */
type Cursor = { field: string; indexes: number[]; offset: number }

const textEditor = '[contenteditable=true]'
const title: Cursor = { field: '#field-title', indexes: [], offset: 0 }
const retryMs = 50
const maxTries = 40

/** The values that a new document was created with. */
let sent: Values | null = null
/** What its form had when its page replaced the form. */
let left: { id: unknown; sent: Values; now: Values; cursor: Cursor } | null = null

/** Lets the page of a new document take over the input: opening the page unmounts the form. */
export function waitForPageOf(values: Values): Promise<void> {
  sent = values
  return new Promise(() => undefined)
}

/** The text as it is on the screen; Payload's form learns of it later. */
export function leaveText(path: string, value: unknown): void {
  if (left) left.now[path] = value
}

const readCursor = (): Cursor => {
  const active = document.activeElement
  if (active?.matches(textEditor)) {
    const { focusNode, focusOffset = 0 } = getSelection() ?? {}
    const indexes: number[] = []
    for (let node = focusNode; node && node !== active; node = node.parentNode)
      indexes.unshift([...(node.parentNode?.childNodes ?? [])].indexOf(node as ChildNode))
    return { field: textEditor, indexes, offset: focusOffset }
  }
  if (!active?.id.startsWith('field-')) return title
  const offset = 'selectionStart' in active ? Number(active.selectionStart) : 0
  return { field: `#${CSS.escape(active.id)}`, indexes: [], offset }
}

/** Returns whether the cursor could be put there. */
const putCursor = ({ field, indexes, offset }: Cursor): boolean => {
  const target = document.querySelector<HTMLElement>(`.df-document form ${field}`)
  const node = indexes.reduce<Node | undefined>(
    (at, index) => at?.childNodes[index],
    target ?? undefined,
  )
  if (!target || !node) return false
  target.focus()
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    if (target.selectionStart !== null) target.setSelectionRange(offset, offset)
  } else if (field === textEditor) {
    const length = node instanceof Text ? node.length : node.childNodes.length
    getSelection()?.collapse(node, Math.min(offset, length))
  }
  return document.activeElement === target
}

/**
 * A new document starts at its title. Once it is created, its own page replaces the form and continues with the input
 * and the cursor position.
 */
export function useNewDocument(onCreated: () => void): void {
  const { id, savedDocumentData } = useDocumentInfo()
  const isNew = id === undefined
  const { dispatchFields, getData, setModified } = useForm()
  const leave = useEffectEvent(() => {
    if (!sent) return
    left = { id: savedDocumentData?.id, sent, now: getData(), cursor: readCursor() }
    sent = null
    onCreated()
  })
  useLayoutEffect(() => (isNew ? () => leave() : undefined), [isNew])
  const takeOver = useEffectEvent((before: Values, now: Values) => {
    for (const [path, value] of Object.entries(changedFields(before, now))) {
      // The text's editor starts again with a new initial value only.
      dispatchFields({ type: 'UPDATE', path, value, initialValue: value })
      setModified(true)
    }
  })
  useEffect(() => {
    const created = left && String(left.id) === String(id) ? left : null
    const cursor = created?.cursor ?? (isNew ? title : null)
    left = null
    if (!cursor) return
    let [tries, isPut] = [0, false]
    const step = (): void => {
      // Payload's form sets its initial values after the effects of its fields.
      if (tries === 0 && created) takeOver(created.sent, created.now)
      // The focus is lost with a text editor that starts again.
      if (!isPut || document.activeElement === document.body) isPut = putCursor(cursor)
      tries += 1
      if (tries < maxTries && (!isPut || created)) timer = setTimeout(step, retryMs)
    }
    let timer = setTimeout(step)
    return () => clearTimeout(timer)
  }, [id, isNew])
}
