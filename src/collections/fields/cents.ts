import type { NumberField, NumberFieldSingleValidation } from 'payload'
import { number as validateNumber } from 'payload/shared'

/** Largest price of a product: $10,000. */
const maxPriceCents = 1_000_000

export const validateCents: NumberFieldSingleValidation = (value, options) =>
  value == null || Number.isInteger(Number(value))
    ? validateNumber(value, options)
    : 'Please enter a whole number of cents.'

/** Whole cents. CHECK constraints in the migrations keep them whole and not negative. */
export function centsField(
  name: string,
  {
    required = true,
    ...options
  }: Pick<NumberField, 'required' | 'label' | 'min' | 'max' | 'defaultValue'> & {
    validate?: NumberFieldSingleValidation
  } = {},
): NumberField {
  return {
    name,
    type: 'number',
    required,
    defaultValue: required ? 0 : undefined,
    admin: { step: 1 },
    validate: validateCents,
    ...options,
  }
}

/** An optional price or cost of a product, in whole cents. */
export function priceField(name: string, label: string, validate = validateCents): NumberField {
  return centsField(name, { required: false, label, min: 0, max: maxPriceCents, validate })
}
