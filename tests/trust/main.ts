import { access } from './access/suite'
import { backups } from './backup/suite'
import { badInputOfStaff } from './bad-input/staff-suite'
import { badInput } from './bad-input/suite'
import { canaries } from './canaries/suite'
import { database } from './database/suite'
import { faults } from './faults/suite'
import { fileLinks } from './file-links/suite'
import { headers } from './headers/suite'
import { load } from './load/suite'
import { payloadDefaults } from './payload-defaults/suite'
import { races } from './races/suite'
import { scriptsInText } from './scripts-in-text/suite'
import { connect, type RunningShop, type Scale, type Suite, type SuiteReport } from './shop'
import { signIns } from './sign-in/suite'
import { soak } from './soak/suite'
import { staticRules } from './static-rules/suite'
import { uploads } from './uploads/suite'
import { webhooks } from './webhooks/suite'

const suites: Suite[] = [
  faults,
  webhooks,
  races,
  badInput,
  access,
  headers,
  signIns,
  uploads,
  fileLinks,
  scriptsInText,
  database,
  canaries,
  load,
  soak,
  staticRules,
  payloadDefaults,
  badInputOfStaff,
  backups,
]

export type Result = SuiteReport & {
  letter: string
  title: string
  seed: number
  seconds: number
  reproduce: string
}

type Options = { letters: string[]; scale: Scale; seed: number; only?: string }

/** Runs suites one after the other against a running shop. A suite that throws has failed. */
export async function runSuites(shop: RunningShop, options: Options): Promise<Result[]> {
  const { letters, scale, seed, only } = options
  const unknown = letters.filter((letter) => !suites.some((suite) => suite.letter === letter))
  if (unknown.length > 0)
    throw new Error(
      `No suite ${unknown.join(', ')}. There are: ${suites.map(({ letter, title }) => `${letter} ${title}`).join(', ')}.`,
    )
  const results: Result[] = []
  for (const suite of suites) {
    if (letters.length > 0 && !letters.includes(suite.letter)) continue
    const startedAt = Date.now()
    console.log(`\n${suite.letter} ${suite.title} (seed ${seed})`)
    const log = (line: string): void => console.log(`  ${line}`)
    const { trust, close } = connect(shop, { scale, seed, only, log })
    const report = await suite
      .run(trust)
      .catch((error: unknown): SuiteReport => ({
        counts: {},
        failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      }))
    await close()
    const result = {
      letter: suite.letter,
      title: suite.title,
      seed,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      reproduce: `npm run trust -- ${suite.letter} --scale ${scale} --seed ${seed}${only ? ` --only '${only}'` : ''}`,
      ...report,
    }
    results.push(result)
    for (const [name, count] of Object.entries(report.counts)) log(`${name}: ${count}`)
    for (const failure of report.failures) console.log(`  FAILED ${failure}`)
    log(
      report.failures.length === 0
        ? `passed in ${result.seconds} s`
        : `${report.failures.length} failures. To repeat: ${result.reproduce}`,
    )
  }
  return results
}
