'use client'
import { Trash2 } from 'lucide-react'

import { Button, IconButton, passFocusOn } from '@/admin/form/button'
import { SelectField, Switch, TextField } from '@/admin/form/fields'
import { collectsInEveryState, regionCodes } from '@/platform/us/region-codes'
import { regionName, usRegions } from '@/platform/us/regions'

import { Choices } from './choices'
import { EditableRows, type RowProps } from './editable-rows'
import type { SettingsFormValues, TaxRuleFormValues } from './settings-form-values'

const kindLabels: [TaxRuleFormValues['kind'], string][] = [
  ['none', 'Clothing is tax-free'],
  ['excess', 'Only the amount above a threshold'],
  ['whole', 'Only items at or above a price'],
  ['rate', 'Different rate'],
]
const stateOptions = [
  ['', 'Choose a state'] as const,
  ...usRegions.map(({ code, name }) => [code, name] as const),
]
type Region = SettingsFormValues['taxStates'][number]
const regionNames = Object.fromEntries(stateOptions) as Record<Region, string>

type Props = {
  rules: TaxRuleFormValues[]
  fields: Record<string, string>
  onChange: (rules: TaxRuleFormValues[]) => void
}

type RuleProps = Pick<RowProps<TaxRuleFormValues>, 'text'> & { rule: TaxRuleFormValues }

const ZipFields = ({ rule: { zipFrom }, text }: RuleProps) => (
  <>
    <TextField
      label="From ZIP"
      optional
      inputMode="numeric"
      maxLength={5}
      placeholder="all"
      {...text('zipFrom')}
    />
    {zipFrom.trim() ? (
      <TextField label="To ZIP" optional inputMode="numeric" maxLength={5} {...text('zipTo')} />
    ) : null}
  </>
)

const AmountFields = ({ rule: { kind }, text }: RuleProps) => (
  <>
    {kind === 'excess' || kind === 'whole' ? (
      <TextField label="Item price, $" inputMode="decimal" {...text('threshold')} />
    ) : null}
    {kind === 'none' ? null : (
      <TextField
        label="Rate, %"
        inputMode="decimal"
        placeholder={kind === 'rate' ? undefined : 'as above'}
        optional={kind !== 'rate'}
        {...text('percent')}
      />
    )}
  </>
)

const TaxRule = ({
  rule,
  rule: { stateCode, kind, taxesShipping },
  errors,
  text,
  onChange,
  onRemove,
}: RuleProps & RowProps<TaxRuleFormValues>) => (
  <li>
    <SelectField
      label="State"
      value={stateCode}
      error={errors.stateCode}
      options={stateOptions}
      onChange={({ currentTarget }) => onChange({ stateCode: currentTarget.value })}
    />
    <SelectField
      label="Rule"
      value={kind}
      error={errors.kind}
      options={kindLabels}
      onChange={({ currentTarget: { value } }) =>
        onChange({ kind: kindLabels.find(([option]) => option === value)?.[0] ?? kind })
      }
    />
    <AmountFields rule={rule} text={text} />
    <ZipFields rule={rule} text={text} />
    <Switch
      label="Tax shipping"
      checked={taxesShipping}
      onChange={(checked) => onChange({ taxesShipping: checked })}
    />
    <IconButton
      ref={passFocusOn}
      icon={Trash2}
      label={`Remove the rule for ${regionName(stateCode) || 'this state'}`}
      title="Remove"
      onClick={onRemove}
    />
  </li>
)

export function TaxRules({ rules, fields, onChange }: Props) {
  return (
    <EditableRows
      legend="State tax rules"
      hint={
        <>
          All other states use the rate above. Rules for ZIP codes take priority over rules for
          their state. Check these rules with your accountant.
        </>
      }
      name="stateTaxRules"
      rows={rules}
      fields={fields}
      add={{
        text: 'Add rule',
        row: {
          stateCode: '',
          kind: 'rate',
          threshold: '',
          percent: '',
          zipFrom: '',
          zipTo: '',
          taxesShipping: false,
        },
      }}
      onChange={onChange}
    >
      {(rule, row) => <TaxRule rule={rule} {...row} />}
    </EditableRows>
  )
}

/** The shop's own state, and all states where it collects sales tax. */
export function TaxStates({
  draft: { homeState, taxStates },
  set,
}: {
  draft: Pick<SettingsFormValues, 'homeState' | 'taxStates'>
  set: (change: Partial<SettingsFormValues>) => void
}) {
  const states = taxStates.length > 0 || !homeState ? taxStates : [homeState]
  return (
    <>
      <SelectField
        label="Your state"
        optional
        value={homeState ?? ''}
        options={stateOptions}
        hint="Where your shop is. Sales tax is collected there, unless you choose states below."
        onChange={({ currentTarget: { value } }) =>
          set({ homeState: regionCodes.find((code) => code === value) ?? null })
        }
      />
      <details className="df-tax-states">
        <summary>
          States where you collect tax:{' '}
          {collectsInEveryState(states)
            ? 'all of them'
            : states.map(regionName).join(', ') || 'none'}
        </summary>
        <Button
          small
          disabled={taxStates.length === 0}
          onClick={({ currentTarget }) => {
            // The button is disabled next, and the focus would be lost.
            currentTarget.closest('details')?.querySelector('summary')?.focus()
            set({ taxStates: [] })
          }}
        >
          Clear all
        </Button>
        <Choices
          legend="Choose the states where you’re registered. If you choose none, tax is collected only in your state."
          options={regionCodes}
          labels={regionNames}
          chosen={states}
          onChange={(chosen) => set({ taxStates: chosen.sort() })}
        />
      </details>
    </>
  )
}
