'use client'
import { ChevronDown, X } from 'lucide-react'
import { type ComponentProps, type InputHTMLAttributes, type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'

import * as kit from '@/ui/form-fields'

type FieldProps = Omit<kit.FieldProps, 'theme'>
type Option = readonly [value: string | number, label: string]

const theme: kit.FieldTheme = {
  field: 'df-field',
  label: '',
  optional: '',
  error: 'df-field__error',
  hint: 'df-field__hint',
  control: 'df-control',
  textarea: 'df-control',
  select: 'df-control',
  selectFrame: 'df-select',
  arrow: <ChevronDown aria-hidden size={18} strokeWidth={1.6} />,
}

export function Field(props: ComponentProps<typeof kit.Field>) {
  return <kit.Field {...props} theme={theme} />
}

export function TextField(props: kit.TextFieldProps) {
  return <kit.TextField {...props} theme={theme} />
}

/** Longer text isn't cut off: the field says by how much it is too long, and the server rejects it. */
export function TextArea({ maxLength, onInput, ...props }: kit.TextAreaProps) {
  const [length, setLength] = useState(0)
  const tooLong =
    maxLength && length > maxLength
      ? `${(length - maxLength).toLocaleString('en-US')} over the limit of ${maxLength.toLocaleString('en-US')} characters.`
      : undefined
  return (
    <kit.TextArea
      rows={4}
      {...props}
      error={tooLong ?? props.error}
      onInput={(event) => {
        setLength(event.currentTarget.value.length)
        onInput?.(event)
      }}
      theme={theme}
    />
  )
}

/** `options` as pairs of value and label, or `children`. */
export function SelectField({
  options = [],
  children,
  ...props
}: kit.SelectFieldProps & { options?: readonly Option[] }) {
  return (
    <kit.SelectField {...props} theme={theme}>
      {children}
      <Options options={options} />
    </kit.SelectField>
  )
}

export function Options({ options }: { options: readonly Option[] }) {
  return options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** A select without a visible label, as in toolbars. */
export function SmallSelect({
  options,
  label,
  ...select
}: ComponentProps<'select'> & { options: readonly Option[]; label: string }) {
  return (
    <div className="df-select df-select--small">
      <select {...select} className="df-control" aria-label={label}>
        <Options options={options} />
      </select>
      <ChevronDown aria-hidden size={17} strokeWidth={1.6} />
    </div>
  )
}

/** On or off, with its label beside it. */
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
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has `checked`
        role="switch"
        checked={checked}
        aria-busy={isBusy}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className={hideLabel ? 'df-hidden' : undefined}>{label}</span>
    </label>
  )
}

type TokensProps = { values: readonly string[]; onChange: (values: string[]) => void }

const Tokens = ({ values, onChange }: TokensProps) =>
  values.map((value) => (
    <span key={value} className="df-token">
      {value}
      <RemoveTokenButton
        label={`Remove ${value}`}
        onClick={() => onChange(values.filter((other) => other !== value))}
      />
    </span>
  ))

const split = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * A list of short words. Typed or pasted text is split at commas (admin specification 5: trimmed, blanks dropped);
 * Enter adds, Backspace in an empty field brings the last one back for editing.
 */
export function TokensField({
  values,
  onChange,
  maxLength = 60,
  placeholder,
  clean = (word) => word,
  ...field
}: FieldProps &
  TokensProps & {
    maxLength?: number
    placeholder?: string
    /** Normalizes a word before it is added, such as removing its #. */
    clean?: (word: string) => string
  }) {
  const [text, setText] = useState('')
  const add = (typed: string): void => {
    const added = split(typed)
      .map((word) => clean(word).slice(0, maxLength))
      .filter(Boolean)
    setText('')
    if (added.length > 0) onChange([...new Set([...values, ...added])])
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault()
      add(text)
    }
    // The form is saved without leaving the field.
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey))
      flushSync(() => add(text))
    if (event.key === 'Backspace' && text === '' && values.length > 0) {
      event.preventDefault()
      setText(values.at(-1) ?? '')
      onChange(values.slice(0, -1))
    }
  }
  return (
    <Field {...field}>
      {(described) => (
        <div className="df-tokens df-control">
          <Tokens values={values} onChange={onChange} />
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

/** Removes its token. What follows gets the focus, which would be lost. */
export function RemoveTokenButton({ label, onClick }: { label: string; onClick: () => void }) {
  const remove: ComponentProps<'button'>['onClick'] = ({ currentTarget }) => {
    const next = currentTarget.parentElement?.nextElementSibling
    const target = next?.querySelector('button') ?? next
    if (target instanceof HTMLElement) target.focus()
    onClick()
  }
  return (
    <button type="button" aria-label={label} onClick={remove}>
      <X aria-hidden size={15} strokeWidth={1.8} />
    </button>
  )
}
