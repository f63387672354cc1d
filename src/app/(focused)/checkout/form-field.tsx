'use client'
import type { ReactNode } from 'react'

import {
  fieldLabel,
  fieldMaxLength,
  type FieldName,
  isOptional,
} from '@/components/checkout/checkout-fields'
import { StateSelect } from '@/components/form/state-select'
import { TextField } from '@/ui/form-fields'

import { type CheckoutFormState, fieldId } from './use-checkout-form'

type Props = {
  name: FieldName
  access: CheckoutFormState
  /** The HTML standard's token, so that browsers can fill it in. */
  autoComplete: string
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'numeric' | 'email' | 'tel'
  hint?: ReactNode
  className?: string
}

const shared = ({ name, access, autoComplete, hint, className }: Props) => ({
  id: fieldId(name),
  name,
  label: fieldLabel(name),
  optional: isOptional(name),
  required: !isOptional(name),
  value: access.form.fields[name],
  error: access.errorOf(name),
  autoComplete,
  hint,
  className,
  onBlur: () => access.leaveField(name),
})

export function FormField(props: Props) {
  return (
    <TextField
      {...shared(props)}
      type={props.type ?? 'text'}
      inputMode={props.inputMode}
      maxLength={fieldMaxLength(props.name)}
      onChange={(event) => props.access.setField(props.name, event.target.value)}
    />
  )
}

export function StateField(props: Props) {
  return (
    <StateSelect
      {...shared(props)}
      onChange={(event) => props.access.setField(props.name, event.target.value)}
    />
  )
}
