'use client'
import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react'

import { Button } from './button'
import { ConflictActions } from './conflict-notice'
import { UnsavedDraft } from './draft/unsaved-draft'
import { hasHalfDate } from './half-date'
import { isDialogOpen } from './modal-stack'
import type { AdminMutation } from './use-admin-mutation'
import { useInertForm } from './use-inert-form'
import { useSaveShortcut } from './use-save-shortcut'

const nameOf = (field: HTMLElement): string => {
  const isControl =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  const label = isControl ? field.labels?.[0] : null
  return field.ariaLabel ?? label?.firstChild?.textContent ?? 'A field'
}

/** Links to the rejected fields above a long form. */
const ErrorSummary = ({ fields }: { fields: readonly HTMLElement[] }) =>
  fields.length < 2 ? null : (
    <div className="form-error" role="alert">
      <p>Nothing was saved. Check these fields:</p>
      <ul className="df-form-errors">
        {fields.map((field, index) => (
          <li key={index}>
            <button type="button" className="df-text-button" onClick={() => field.focus()}>
              {nameOf(field)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )

type Props = {
  className: string
  mutation: Pick<AdminMutation, 'isBusy' | 'fields' | 'refusal' | 'code'>
  draft: ComponentProps<typeof UnsavedDraft>
  /** Where the saved version is shown after a conflict; null for a new document, which has to be sent with `leaves`. */
  href: string | null
  /** `overwrites` after a conflict: replaces the version that someone else saved. */
  onSave: (overwrites: boolean) => unknown
  status: string
  submit: string
  /** Beside the submit button. */
  actions?: ReactNode
  /** Above the errors. */
  notice?: ReactNode
  children: ReactNode
}

/**
 * A form that fills a page: local drafts, errors, version conflicts, and the bar with the submit button. Control+S
 * saves, and after a rejection the first invalid field gets the focus.
 */
export function PageForm({
  className,
  mutation: { isBusy, fields, refusal, code },
  draft,
  href,
  onSave,
  status,
  submit,
  actions,
  notice,
  children,
}: Props) {
  // A new document opens with what was sent: input during the request would be lost.
  const form = useInertForm(href === null && isBusy)
  const [invalidFields, setInvalidFields] = useState<HTMLElement[]>([])
  useSaveShortcut((event) => {
    event.preventDefault()
    if (!isDialogOpen()) form.current?.requestSubmit()
  })
  useLayoutEffect(() => {
    const invalid = form.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
    setInvalidFields([...invalid])
    invalid[0]?.focus()
  }, [fields, form])
  const save = (overwrites: boolean): void => {
    if (form.current && !hasHalfDate(form.current)) void onSave(overwrites)
  }
  return (
    <form
      ref={form}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save(false)
      }}
    >
      <UnsavedDraft {...draft} />
      {notice}
      <ErrorSummary fields={invalidFields} />
      {refusal && invalidFields.length === 0 ? (
        <div className="form-error" role="alert">
          <p>{refusal}</p>
          {code === 'version_conflict' && href ? (
            <ConflictActions href={href} isBusy={isBusy} onOverwrite={() => save(true)} />
          ) : null}
        </div>
      ) : null}
      {children}
      <div className="df-savebar">
        <p role="status">{status}</p>
        {actions}
        <Button type="submit" variant="solid" isBusy={isBusy} aria-keyshortcuts="Control+S">
          {isBusy ? 'Saving...' : submit}
        </Button>
      </div>
    </form>
  )
}
