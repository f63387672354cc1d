import { submitAtOnce } from '../faults/suite'
import { keepSignedIn, type Suite, type SuiteReport, type Trust } from '../shop'
import { mailchimpStorm } from './mailchimp'
import { paypalStorm } from './paypal'
import { printfulStorm } from './printful'

/** Whether webhooks five times and in any order leave the same as once and in order. */
const storms = { PayPal: paypalStorm, Printful: printfulStorm, Mailchimp: mailchimpStorm }

async function run(trust: Trust): Promise<SuiteReport> {
  const owner = keepSignedIn(trust)
  await submitAtOnce(trust, await owner())
  const counts: SuiteReport['counts'] = {}
  const failures: string[] = []
  for (const [name, storm] of Object.entries(storms)) {
    if (trust.only && trust.only !== name) continue
    const result = await storm(trust, await owner()).catch((error: Error): SuiteReport => ({
      counts: {},
      failures: [error.stack ?? error.message],
    }))
    for (const [what, count] of Object.entries(result.counts)) counts[`${name}: ${what}`] = count
    failures.push(...result.failures.map((one) => `${name}: ${one}`))
  }
  return { counts, failures }
}

export const webhooks: Suite = { letter: 'W', title: 'Webhook storm', run }
