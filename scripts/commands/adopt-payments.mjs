// npm run adopt-payments -- 2026-11-20: after a restore, finds PayPal's payments whose orders are missing or unpaid here.
// Uses the shop's settings from the environment or .env.
import { bundled } from '../bundle.mjs'
import { programFlags, run } from '../child-processes.mjs'
import { readShopEnv } from '../env-file.mjs'
import { plainReason } from '../start-shop.mjs'

const env = { ...readShopEnv(), NODE_ENV: 'production' }
try {
  if (!env.PAYPAL_CLIENT_ID || !env.DATABASE_URL)
    throw new Error('Set DATABASE_URL and your PayPal keys, then run this again.')
  console.log(
    (
      await run(
        process.execPath,
        [...programFlags, await bundled('src/jobs/adopt-payments.ts'), ...process.argv.slice(2)],
        { env },
      )
    ).trim(),
  )
} catch (error) {
  // The program's own message, without the command around it.
  console.error(plainReason({ message: error.output?.trim() || error.message }))
  process.exitCode = 1
}
process.exit()
