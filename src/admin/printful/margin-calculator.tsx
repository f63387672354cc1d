'use client'
import { useState } from 'react'

import { TextField } from '@/admin/form/fields'
import { Panel } from '@/admin/shell/panel'
import {
  defaultPaymentFee,
  formatPerMille,
  priceForMargin,
  unitMargin,
} from '@/modules/fulfillment/rules/margin'
import { type Cents, formatMoney, parseMoney } from '@/platform/money'

const centsOf = (text: string): Cents | null =>
  /^\d{1,6}(\.\d{1,2})?$/.test(text.trim()) ? parseMoney(text.trim()) : null
/** '3.49' → 349 */
const hundredthsOf = (text: string): number | null => {
  const cents = centsOf(text)
  return cents !== null && cents < 10_000 ? cents : null
}
const wrong = 'A plain amount, such as 12.50.'

/** Nothing is saved. */
export function MarginCalculator() {
  const [values, setValues] = useState({
    price: '32.00',
    cost: '13.69',
    percent: (defaultPaymentFee.basisPoints / 100).toFixed(2),
    fixed: (defaultPaymentFee.fixedCents / 100).toFixed(2),
    wanted: '40',
  })
  const set = (name: keyof typeof values) => ({
    value: values[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const { value } = currentTarget
      setValues((now) => ({ ...now, [name]: value }))
    },
  })
  const [priceCents, costCents, feeBasisPoints, feeFixedCents, wanted] = [
    centsOf(values.price),
    centsOf(values.cost),
    hundredthsOf(values.percent),
    centsOf(values.fixed),
    hundredthsOf(values.wanted),
  ]
  const fee =
    feeBasisPoints !== null && feeFixedCents !== null ? { feeBasisPoints, feeFixedCents } : null
  const now =
    fee && priceCents !== null && costCents !== null
      ? unitMargin({ priceCents, costCents, ...fee })
      : null
  const needed =
    fee && costCents !== null && wanted !== null
      ? priceForMargin({ costCents, ...fee, perMille: Math.round(wanted / 10) })
      : null
  return (
    <Panel title="Margin calculator">
      <form className="df-panel__form" onSubmit={(event) => event.preventDefault()}>
        <div className="df-form__row df-wide">
          <TextField
            label="Price in dollars"
            error={priceCents === null ? wrong : undefined}
            {...set('price')}
          />
          <TextField
            label="Costs us in dollars"
            error={costCents === null ? wrong : undefined}
            {...set('cost')}
          />
        </div>
        <div className="df-form__row df-wide">
          <TextField
            label="Fee in percent"
            error={feeBasisPoints === null ? 'Less than 100.' : undefined}
            {...set('percent')}
          />
          <TextField
            label="Fee in dollars"
            error={feeFixedCents === null ? wrong : undefined}
            {...set('fixed')}
          />
        </div>
        <TextField
          label="Margin wanted in percent"
          error={wanted === null ? 'Less than 100.' : undefined}
          {...set('wanted')}
        />
        <output className="df-wide" aria-live="polite">
          {now ? (
            <p>
              At this price it {now.profitCents >= 0 ? 'leaves' : 'loses'}{' '}
              <b>{formatMoney(Math.abs(now.profitCents))}</b>, a margin of{' '}
              <b>{formatPerMille(now.perMille)}</b>; {formatMoney(now.feeCents)} go to PayPal.
            </p>
          ) : (
            <p>Fill in the amounts.</p>
          )}
          {wanted !== null && fee && costCents !== null ? (
            <p>
              {needed === null ? (
                'No price leaves that much.'
              ) : (
                <>
                  For a margin of {formatPerMille(Math.round(wanted / 10))} it must cost{' '}
                  <b>{formatMoney(needed)}</b>.
                </>
              )}
            </p>
          ) : null}
        </output>
      </form>
    </Panel>
  )
}
