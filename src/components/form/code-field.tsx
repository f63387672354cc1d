import { TextField } from '@/ui/form-fields'

export function CodeField({ id, error }: { id: string; error?: string }) {
  return (
    <TextField
      id={id}
      name="code"
      label="6-digit code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={7}
      required
      error={error}
    />
  )
}
