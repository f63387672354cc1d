import config from '@payload-config'
import { getPayload } from 'payload'

import { adoptPayments } from '@/modules/checkout/actions/adopt-payments'
import { redactError } from '@/platform/logging/redact-errors'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { getProviders } from '@/providers'

/** Runs as `npm run adopt-payments -- 2026-11-20`: compares PayPal's payments since that day with the orders here. */
const main = async (): Promise<void> => {
  const since = new Date(process.argv[2] ?? '')
  if (Number.isNaN(since.getTime()) || since > new Date())
    throw new Error('Add the date of the backup you restored: npm run adopt-payments -- 2026-11-20')
  const payload = await getPayload({ config })
  const { found, adopted, missing } = await adoptPayments(
    { payload, payments: getProviders().payments },
    since,
    new Date(),
  )
  console.log(`PayPal has ${pluralize(found, 'payment')} since then.`)
  if (adopted.length > 0) console.log(`These orders are now marked as paid: ${adopted.join(', ')}.`)
  if (missing.length === 0) {
    console.log('Every payment has an order here.')
    return
  }
  console.log(
    '\nThese payments have no order here. Find each one in your PayPal account, then contact the buyer or refund it:',
  )
  for (const { id, invoiceId, amountCents, createdAt } of missing)
    console.log(
      `  ${createdAt.slice(0, 16).replace('T', ' ')} UTC  ${formatMoney(amountCents)}  transaction ${id}  invoice ${invoiceId ?? 'none'}`,
    )
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(redactError(error).message)
    process.exit(1)
  },
)
