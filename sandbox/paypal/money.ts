/** An amount as PayPal writes it: a decimal string and a currency. */
export interface Money {
  currency_code: string
  value: string
}

/** Currencies without decimals (Orders v2: HUF, JPY, TWD). */
const WITHOUT_DECIMALS = new Set(['HUF', 'JPY', 'TWD'])

/** Orders v2 money syntax. */
export const MONEY_VALUE = /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/

/** Every amount is calculated in hundredths, whatever the currency: exact, and one rule for all. */
export function toHundredths(money: Money | undefined): bigint {
  if (!money) return 0n
  const negative = money.value.startsWith('-')
  const [dollars = '', decimals = ''] = money.value.replace('-', '').split('.')
  const size = BigInt(dollars || '0') * 100n + BigInt(decimals.padEnd(2, '0').slice(0, 2))
  return negative ? -size : size
}

export function toMoney(currency: string, hundredths: bigint): Money {
  const size = hundredths < 0n ? -hundredths : hundredths
  const decimals = WITHOUT_DECIMALS.has(currency) ? '' : `.${String(size % 100n).padStart(2, '0')}`
  return {
    currency_code: currency,
    value: `${hundredths < 0n ? '-' : ''}${size / 100n}${decimals}`,
  }
}

export type PrecisionIssue = 'DECIMAL_PRECISION' | 'DECIMALS_NOT_SUPPORTED'

/** Orders v2: at most two decimals, none for some currencies. */
export function precisionIssue({ currency_code, value }: Money): PrecisionIssue | undefined {
  const decimals = value.split('.')[1]?.length ?? 0
  if (WITHOUT_DECIMALS.has(currency_code) && decimals > 0) return 'DECIMALS_NOT_SUPPORTED'
  return decimals > 2 ? 'DECIMAL_PRECISION' : undefined
}

/** PayPal's usual fee, 3.49 % + 0.49, rounded half up and never more than the amount. */
export function feeOf(hundredths: bigint): bigint {
  const fee = (hundredths * 349n + 5_000n) / 10_000n + 49n
  return fee < hundredths ? fee : hundredths
}
