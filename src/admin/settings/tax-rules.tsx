'use client'
import { IconButton, Button } from '@/admin/form/button'
import { Plus, Trash2 } from 'lucide-react'

import { SelectField, TextField } from '@/admin/form/fields'
import { usRegions } from '@/platform/us-regions'

import type { TaxRuleFormValues } from './settings-form-values'

const kindLabels: [TaxRuleFormValues['kind'], string][] = [
  ['none', 'Clothing is not taxed'],
  ['excess', 'Only what is above a price'],
  ['whole', 'Only pieces from a price on'],
  ['rate', 'Another rate'],
]
type Props = {
  rules: TaxRuleFormValues[]
  fields: Record<string, string>
  onChange: (rules: TaxRuleFormValues[]) => void
}

/** States that tax clothing in their own way. What a kind does not need is not asked for. */
export function TaxRules({ rules, fields, onChange }: Props) {
  const set = (place: number, change: Partial<TaxRuleFormValues>): void =>
    onChange(rules.map((rule, index) => (index === place ? { ...rule, ...change } : rule)))
  const free = usRegions.find(({ code }) => !rules.some(({ stateCode }) => stateCode === code))
  const nameOf = (code: string): string =>
    usRegions.find((region) => region.code === code)?.name ?? 'this state'
  return (
    <fieldset className="df-tax">
      <legend>States with rules of their own</legend>
      <p className="df-field__hint">
        Everywhere else the rate above holds. Ask an accountant before you rely on these.
      </p>
      <ul>
        {rules.map((rule, index) => {
          const error = (name: keyof TaxRuleFormValues): string | undefined =>
            fields[`stateTaxRules.${index}.${name}`]
          const hasThreshold = rule.kind === 'excess' || rule.kind === 'whole'
          return (
            <li key={index}>
              <SelectField
                label="State"
                value={rule.stateCode}
                error={error('stateCode')}
                onChange={({ currentTarget }) => set(index, { stateCode: currentTarget.value })}
              >
                <option value="">Choose a state</option>
                {usRegions.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label="Rule"
                value={rule.kind}
                error={error('kind')}
                onChange={({ currentTarget }) =>
                  set(index, { kind: currentTarget.value as TaxRuleFormValues['kind'] })
                }
              >
                {kindLabels.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
              {hasThreshold ? (
                <TextField
                  label="Price of a piece, $"
                  inputMode="decimal"
                  value={rule.threshold}
                  error={error('threshold')}
                  onChange={({ currentTarget }) => set(index, { threshold: currentTarget.value })}
                />
              ) : null}
              {rule.kind === 'none' ? null : (
                <TextField
                  label="Rate, %"
                  inputMode="decimal"
                  value={rule.percent}
                  error={error('percent')}
                  placeholder={rule.kind === 'rate' ? undefined : 'as above'}
                  optional={rule.kind !== 'rate'}
                  onChange={({ currentTarget }) => set(index, { percent: currentTarget.value })}
                />
              )}
              <IconButton
                icon={Trash2}
                label={`Remove the rule of ${nameOf(rule.stateCode)}`}
                title="Remove"
                onClick={() => onChange(rules.filter((_, other) => other !== index))}
              />
            </li>
          )
        })}
      </ul>
      <Button
        small
        icon={Plus}
        disabled={!free}
        onClick={() =>
          free && onChange([...rules, { stateCode: '', kind: 'rate', threshold: '', percent: '' }])
        }
      >
        Add a state
      </Button>
    </fieldset>
  )
}
