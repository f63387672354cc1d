import type { NumberField } from 'payload'

/** Whole cents. CHECK constraints in the migrations keep them whole and not negative. */
export function centsField(
  name: string,
  options: { required?: boolean; label?: string } = {},
): NumberField {
  return {
    name,
    type: 'number',
    label: options.label,
    required: options.required ?? true,
    defaultValue: options.required === false ? undefined : 0,
    admin: { step: 1 },
  }
}
