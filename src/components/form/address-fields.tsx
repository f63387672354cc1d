import { StateSelect } from '@/components/form/state-select'
import { TextField } from '@/ui/form-fields'

const fields = [
  ['firstName', 'First name', 'given-name', 60],
  ['lastName', 'Last name', 'family-name', 60],
  ['address1', 'Street address', 'address-line1', 120],
  ['address2', 'Apartment or unit', 'address-line2', 120],
  ['city', 'City', 'address-level2', 80],
  ['zip', 'ZIP code', 'postal-code', 10],
] as const
type AddressFieldName = (typeof fields)[number][0] | 'stateCode'

type Props = {
  /** What the fields begin with. */
  address: Partial<Record<AddressFieldName, string | null>> | undefined
  errors: Record<string, string>
}

/** Name and postal address, uncontrolled: forms read them by name. */
export function AddressFields({ address, errors }: Props) {
  const field = (wanted: AddressFieldName, className?: string) => {
    const [name, label, autoComplete, maxLength] =
      fields.find(([candidate]) => candidate === wanted) ?? fields[0]
    return (
      <TextField
        id={`address-${name}`}
        name={name}
        label={label}
        autoComplete={autoComplete}
        maxLength={maxLength}
        optional={name === 'address2'}
        inputMode={name === 'zip' ? 'numeric' : undefined}
        defaultValue={address?.[name] ?? ''}
        error={errors[name]}
        className={className}
      />
    )
  }
  return (
    <>
      <div className="grid gap-4.5 sm:grid-cols-2">
        {field('firstName')}
        {field('lastName')}
      </div>
      {field('address1')}
      {field('address2')}
      <div className="grid grid-cols-2 gap-4.5 sm:grid-cols-[2fr_1.3fr_1fr]">
        {field('city', 'max-sm:col-span-full')}
        <StateSelect
          id="address-stateCode"
          name="stateCode"
          label="State"
          autoComplete="address-level1"
          defaultValue={address?.stateCode ?? ''}
          error={errors.stateCode}
        />
        {field('zip')}
      </div>
    </>
  )
}
