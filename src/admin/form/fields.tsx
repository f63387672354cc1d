'use client'
import { ChevronDown, X } from 'lucide-react'
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'

type Around = {
  label: ReactNode
  optional?: boolean
  hint?: ReactNode
  /** The sentence of the server, or of the form, about this field. */
  error?: string
}
type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label that stays, the control, a hint, and the sentence that says what is wrong. `children` gets what ties them together. */
export function Field({
  label,
  optional,
  hint,
  error,
  children,
}: Around & { children: (described: Described) => ReactNode }) {
  const id = useId()
  const describedBy =
    [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className="df-field">
      <label htmlFor={id}>
        {label}
        {optional ? <span> optional</span> : null}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <p id={`${id}-error`} className="df-field__error">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="df-field__hint">
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
  ...input
}: Around & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>) {
  return (
    <Field label={label} optional={optional} hint={hint} error={error}>
      {(described) => <input type="text" {...input} {...described} className="df-control" />}
    </Field>
  )
}

/** A text that is too long is not cut off where it was pasted: how much is too much stands below it, and the server refuses it. */
export function TextArea({
  label,
  optional,
  hint,
  error,
  maxLength,
  onInput,
  ...area
}: Around & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>) {
  const [length, setLength] = useState(0)
  const tooLong =
    maxLength && length > maxLength
      ? `${(length - maxLength).toLocaleString('en-US')} too many: at most ${maxLength.toLocaleString('en-US')} letters and spaces.`
      : undefined
  const count: NonNullable<typeof onInput> = (event) => {
    setLength(event.currentTarget.value.length)
    onInput?.(event)
  }
  return (
    <Field label={label} optional={optional} hint={hint} error={tooLong ?? error}>
      {(described) => (
        <textarea rows={4} {...area} {...described} onInput={count} className="df-control" />
      )}
    </Field>
  )
}

export function SelectField({
  label,
  optional,
  hint,
  error,
  children,
  ...select
}: Around & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>) {
  return (
    <Field label={label} optional={optional} hint={hint} error={error}>
      {(described) => (
        <div className="df-select">
          <select {...select} {...described} className="df-control">
            {children}
          </select>
          <ChevronDown aria-hidden size={18} strokeWidth={1.6} />
        </div>
      )}
    </Field>
  )
}

/** On or off, with the word beside it. */
export function Switch({
  label,
  hideLabel = false,
  checked,
  isBusy = false,
  onChange,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'checked'> & {
  label: string
  hideLabel?: boolean
  checked: boolean
  isBusy?: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="df-switch">
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-busy={isBusy}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className={hideLabel ? 'df-hidden' : undefined}>{label}</span>
    </label>
  )
}

const split = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * A list of short words. Typed or pasted text is taken apart at commas (admin specification 5: trimmed, blanks
 * dropped); Enter adds, Backspace in an empty field takes the last one back for changing.
 */
export function TokensField({
  values,
  onChange,
  maxLength = 60,
  placeholder,
  clean = (word) => word,
  ...around
}: Around & {
  values: readonly string[]
  onChange: (values: string[]) => void
  maxLength?: number
  placeholder?: string
  /** What becomes of a word before it is kept: without its #, say. */
  clean?: (word: string) => string
}) {
  const [text, setText] = useState('')
  const add = (typed: string): void => {
    const fresh = split(typed)
      .map((word) => clean(word).slice(0, maxLength))
      .filter(Boolean)
    setText('')
    if (fresh.length > 0) onChange([...new Set([...values, ...fresh])])
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault()
      add(text)
    }
    if (event.key === 'Backspace' && text === '' && values.length > 0) {
      event.preventDefault()
      setText(values.at(-1) ?? '')
      onChange(values.slice(0, -1))
    }
  }
  return (
    <Field {...around}>
      {(described) => (
        <div className="df-tokens df-control">
          {values.map((value) => (
            <span key={value} className="df-token">
              {value}
              <button
                type="button"
                aria-label={`Remove ${value}`}
                onClick={() => onChange(values.filter((other) => other !== value))}
              >
                <X aria-hidden size={15} strokeWidth={1.8} />
              </button>
            </span>
          ))}
          <input
            {...described}
            value={text}
            placeholder={values.length === 0 ? placeholder : undefined}
            autoComplete="off"
            onChange={({ currentTarget }) =>
              /[,\n]/.test(currentTarget.value)
                ? add(currentTarget.value)
                : setText(currentTarget.value)
            }
            onKeyDown={press}
            onBlur={() => add(text)}
          />
        </div>
      )}
    </Field>
  )
}
