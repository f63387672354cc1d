'use client'
import { useState } from 'react'

import { TextField } from '@/admin/form/fields'
import { parseCents, percentOf } from '@/admin/form/form-values'
import { Panel } from '@/admin/shell/panel'
import {
  defaultPaymentFee,
  formatPerMille,
  priceForMargin,
  unitMargin,
} from '@/modules/fulfillment/rules/margin'
import { formatMoney } from '@/platform/money'

/** '3.49%' → 349 */
const hundredthsOf = (text: string): number | null => {
  const percent = percentOf(text)
  return typeof percent === 'number' && percent >= 0 && percent < 100
    ? Math.round(percent * 100)
    : null
}
const fieldLabels = {
  price: 'Price in dollars',
  cost: 'Cost in dollars',
  percent: 'Fee percentage',
  fixed: 'Fee in dollars',
  target: 'Target margin percentage',
}
type Name = keyof typeof fieldLabels

const parsers: Record<Name, (text: string) => number | null> = {
  price: parseCents,
  cost: parseCents,
  percent: hundredthsOf,
  fixed: parseCents,
  target: hundredthsOf,
}
const initialTexts: Record<Name, string> = {
  price: '32.00',
  cost: '13.69',
  percent: (defaultPaymentFee.basisPoints / 100).toFixed(2),
  fixed: (defaultPaymentFee.fixedCents / 100).toFixed(2),
  target: '40',
}

/** Null where a number is missing. */
const currentMargin = ({ price, cost, percent, fixed }: Record<Name, number | null>) =>
  price === null || cost === null || percent === null || fixed === null
    ? null
    : unitMargin({
        priceCents: price,
        costCents: cost,
        feeBasisPoints: percent,
        feeFixedCents: fixed,
      })

const TargetPrice = ({ cost, percent, fixed, target }: Record<Name, number | null>) => {
  if (cost === null || percent === null || fixed === null || target === null) return null
  const perMille = Math.round(target / 10)
  const fee = { feeBasisPoints: percent, feeFixedCents: fixed }
  const priceCents = priceForMargin({ costCents: cost, ...fee, perMille })
  return (
    <p>
      {priceCents === null ? (
        'No price can reach that margin.'
      ) : (
        <>
          For a {formatPerMille(perMille).replace('.0%', '%')} margin, price it at{' '}
          <b>{formatMoney(priceCents)}</b>.
        </>
      )}
    </p>
  )
}

export function MarginCalculator() {
  const [texts, setTexts] = useState(initialTexts)
  const valueOf = (name: Name): number | null => parsers[name](texts[name])
  const values: Record<Name, number | null> = {
    price: valueOf('price'),
    cost: valueOf('cost'),
    percent: valueOf('percent'),
    fixed: valueOf('fixed'),
    target: valueOf('target'),
  }
  const margin = currentMargin(values)
  const field = (name: Name) => (
    <TextField
      key={name}
      label={fieldLabels[name]}
      error={
        values[name] !== null
          ? undefined
          : parsers[name] === hundredthsOf
            ? 'Enter a number less than 100.'
            : 'Enter an amount, such as 12.50.'
      }
      value={texts[name]}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => setTexts((now) => ({ ...now, [name]: value }))}
    />
  )
  return (
    <Panel title="Margin calculator">
      <form className="df-panel__form" onSubmit={(event) => event.preventDefault()}>
        <div className="df-form__row df-wide">{(['price', 'cost'] as const).map(field)}</div>
        <div className="df-form__row df-wide">{(['percent', 'fixed'] as const).map(field)}</div>
        {field('target')}
        <output className="df-wide" aria-live="polite">
          {margin ? (
            <p>
              At this price you {margin.profitCents >= 0 ? 'make' : 'lose'}{' '}
              <b>{formatMoney(Math.abs(margin.profitCents))}</b>, a margin of{' '}
              <b>{formatPerMille(margin.perMille)}</b>; {formatMoney(margin.feeCents)} goes to
              PayPal.
            </p>
          ) : (
            <p>Enter the amounts to calculate your margin.</p>
          )}
          <TargetPrice {...values} />
        </output>
      </form>
    </Panel>
  )
}
