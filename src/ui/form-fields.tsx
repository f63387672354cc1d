import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

import { inputClass } from './input-class'
import { IconDrawing, kitShapes } from './kit-icon'

/** The class names of a field, and the arrow of a select. */
export type FieldTheme = {
  field: string
  label: string
  optional: string
  error: string
  hint: string
  control: string
  textarea: string
  select: string
  selectFrame: string
  arrow: ReactNode
}
const shopTheme: FieldTheme = {
  field: 'grid content-start gap-1.5',
  label: 'text-small font-semibold',
  optional: 'font-normal',
  error: 'text-small font-[550] text-bad',
  hint: 'text-[.875rem] text-ink-mute',
  control: inputClass,
  textarea: `${inputClass} field-sizing-content max-h-[70svh] min-h-44 resize-y py-3`,
  select: `${inputClass} cursor-pointer appearance-none pr-10`,
  selectFrame: 'relative block',
  arrow: (
    <IconDrawing
      shape={kitShapes.down}
      className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2"
    />
  ),
}

type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}
export type FieldProps = {
  id?: string
  label: ReactNode
  /** Shows “optional” beside the label; required fields aren't marked. */
  optional?: boolean
  hint?: ReactNode
  error?: string
  /** The label stays for screen readers only. */
  hideLabel?: boolean
  className?: string
  theme?: FieldTheme
}

const joinIds = (...ids: (string | undefined)[]): string | undefined =>
  ids.filter(Boolean).join(' ') || undefined

/** A label, the control, its error, and a hint. A function as `children` gets the attributes that tie them together. */
export function Field({
  id: ownId,
  label,
  optional,
  hint,
  error,
  hideLabel,
  className = '',
  theme = shopTheme,
  children,
}: FieldProps & { children: ReactNode | ((control: ControlProps) => ReactNode) }) {
  const generatedId = useId()
  const id = ownId ?? generatedId
  return (
    <div className={`${theme.field} ${className}`}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : theme.label}>
        {label}
        {optional ? <span className={theme.optional}> optional</span> : null}
      </label>
      {typeof children === 'function'
        ? children({
            id,
            'aria-invalid': error ? true : undefined,
            'aria-describedby': joinIds(error && `${id}-error`, hint ? `${id}-hint` : undefined),
          })
        : children}
      {error ? (
        <p id={`${id}-error`} className={theme.error}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className={theme.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** Separates the props of the field from those of its control. */
const splitProps = <Props extends FieldProps>({
  id,
  label,
  optional,
  hint,
  error,
  hideLabel,
  className,
  theme = shopTheme,
  ...control
}: Props) => ({
  field: { id, label, optional, hint, error, hideLabel, className, theme },
  theme,
  control,
})

export type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { inputClassName?: string }

export function TextField({ inputClassName = '', ...props }: TextFieldProps) {
  const { field, theme, control } = splitProps(props)
  return (
    <Field {...field}>
      {(described) => (
        <input
          type="text"
          {...control}
          {...described}
          className={`${theme.control} ${inputClassName}`}
          aria-describedby={joinIds(described['aria-describedby'], control['aria-describedby'])}
        />
      )}
    </Field>
  )
}

export type TextAreaProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>

/** A multi-line field. In the shop it grows with its text if the browser supports that; otherwise it can be resized. */
export function TextArea(props: TextAreaProps) {
  const { field, theme, control } = splitProps(props)
  return (
    <Field {...field}>
      {(described) => <textarea rows={7} {...control} {...described} className={theme.textarea} />}
    </Field>
  )
}

export type SelectFieldProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { selectClassName?: string }

/** A native select dressed as a field. `children` are its options. */
export function SelectField({ selectClassName = '', children, ...props }: SelectFieldProps) {
  const { field, theme, control } = splitProps(props)
  return (
    <Field {...field}>
      {(described) => (
        <span className={theme.selectFrame}>
          <select {...control} {...described} className={`${theme.select} ${selectClassName}`}>
            {children}
          </select>
          {theme.arrow}
        </span>
      )}
    </Field>
  )
}

export function Checkbox({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
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
