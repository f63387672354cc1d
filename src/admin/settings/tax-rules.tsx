'use client'
import { Plus, Trash2 } from 'lucide-react'

import { Button, IconButton } from '@/admin/form/button'
import { SelectField, TextField } from '@/admin/form/fields'
import { usRegions } from '@/platform/us-regions'

import type { TaxRuleFormValues } from './settings-form-values'

const kindLabels: [TaxRuleFormValues['kind'], string][] = [
  ['none', 'Clothing is not taxed'],
  ['excess', 'Only what is above a price'],
  ['whole', 'Only pieces from a price on'],
  ['rate', 'Another rate'],
]
const stateOptions = [
  ['', 'Choose a state'] as const,
  ...usRegions.map(({ code, name }) => [code, name] as const),
]
type Props = {
  rules: TaxRuleFormValues[]
  fields: Record<string, string>
  onChange: (rules: TaxRuleFormValues[]) => void
}

export function TaxRules({ rules, fields, onChange }: Props) {
  const set = (position: number, change: Partial<TaxRuleFormValues>): void =>
    onChange(rules.map((rule, index) => (index === position ? { ...rule, ...change } : rule)))
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
                options={stateOptions}
                onChange={({ currentTarget }) => set(index, { stateCode: currentTarget.value })}
              />
              <SelectField
                label="Rule"
                value={rule.kind}
                error={error('kind')}
                options={kindLabels}
                onChange={({ currentTarget }) => {
                  const kind = kindLabels.find(([value]) => value === currentTarget.value)?.[0]
                  if (kind) set(index, { kind })
                }}
              />
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
