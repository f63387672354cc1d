'use client'
import { useState } from 'react'

import { passwordRule } from '@/modules/accounts/rules/credentials'
import { iconButtonClass } from '@/ui/button'
import { Field } from '@/ui/form-fields'
import { Icon } from '@/ui/icon'
import { inputClass } from '@/ui/input-class'

type Props = {
  id: string
  name?: string
  label?: string
  /** `current-password` where one is asked for, `new-password` where one is chosen: password managers go by it. */
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string
}

/** A password that can be shown. Pasted text isn't cut off. */
export function PasswordField({
  id,
  name = 'password',
  label = 'Password',
  autoComplete,
  hint,
  error,
}: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <span className="relative block">
          <input
            {...described}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            maxLength={128}
            className={`${inputClass} pr-13`}
          />
          <span className="absolute inset-y-0 right-0.5 grid items-center">
            <button
              type="button"
              aria-label="Show password"
              aria-pressed={shown}
              aria-controls={id}
              onClick={() => setShown(!shown)}
              className={iconButtonClass()}
            >
              <Icon name={shown ? 'eye-off' : 'eye'} />
            </button>
          </span>
        </span>
      )}
    </Field>
  )
}

export function NewPasswordField(props: Omit<Props, 'autoComplete' | 'hint'>) {
  return (
    <PasswordField
      label="New password"
      autoComplete="new-password"
      hint={`At least ${passwordRule.min} characters. A short phrase works well.`}
      {...props}
    />
  )
}

export function CurrentPasswordField(props: Omit<Props, 'autoComplete' | 'name'>) {
  return (
    <PasswordField
      name="currentPassword"
      label="Current password"
      autoComplete="current-password"
      {...props}
    />
  )
}
