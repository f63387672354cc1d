import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react'

import { Icon } from './icon'

export const inputClass = 'control'

type Around = {
  id: string
  label: ReactNode
  /** Written out beside the label; required is the usual case and is not marked. */
  optional?: boolean
  hint?: ReactNode
  error?: string
  /** The label stays for screen readers only. */
  hideLabel?: boolean
  className?: string
}

const describedBy = ({ id, hint, error }: Around): string | undefined =>
  [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined

/** A label that stays, the control, a hint, and the sentence that says what is missing. */
export function Field({
  id,
  label,
  optional,
  hint,
  error,
  hideLabel,
  className = '',
  children,
}: Around & { children: ReactNode }) {
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-small font-semibold'}>
        {label}
        {optional ? <span className="font-normal"> optional</span> : null}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} className="text-small font-[550] text-bad">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-[.875rem] text-ink-mute">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export function TextField({
  label,
  optional,
  hint,
  error,
  hideLabel,
  className,
  inputClassName = '',
  ...input
}: Around & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { inputClassName?: string }) {
  const around = { id: input.id, label, optional, hint, error, hideLabel, className }
  return (
    <Field {...around}>
      <input
        type="text"
        {...input}
        className={`${inputClass} ${inputClassName}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={
          [describedBy(around), input['aria-describedby']].filter(Boolean).join(' ') || undefined
        }
      />
    </Field>
  )
}

/** Several lines. It grows with what is written where browsers can do that, and can be dragged larger elsewhere. */
export function TextArea({
  label,
  optional,
  hint,
  error,
  hideLabel,
  className,
  ...area
}: Around & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>) {
  const around = { id: area.id, label, optional, hint, error, hideLabel, className }
  return (
    <Field {...around}>
      <textarea
        rows={7}
        {...area}
        className={`${inputClass} field-sizing-content max-h-[70svh] min-h-44 resize-y py-3`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(around)}
      />
    </Field>
  )
}

/** A native select dressed as a field. `children` are its options. */
export function SelectField({
  label,
  optional,
  hint,
  error,
  hideLabel,
  className,
  selectClassName = '',
  children,
  ...select
}: Around & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { selectClassName?: string }) {
  const around = { id: select.id, label, optional, hint, error, hideLabel, className }
  return (
    <Field {...around}>
      <span className="relative block">
        <select
          {...select}
          className={`${inputClass} cursor-pointer appearance-none pr-10 ${selectClassName}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(around)}
        >
          {children}
        </select>
        <Icon
          name="down"
          className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2"
        />
      </span>
    </Field>
  )
}

export function Checkbox({
  label,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode }) {
  return (
    <label className="flex cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        {...input}
        className="mt-px size-6 shrink-0 cursor-pointer accent-fern"
      />
      <span>{label}</span>
    </label>
  )
}
