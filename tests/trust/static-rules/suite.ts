import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { misplacedPatches } from '../mutants.mjs'
import type { Suite, SuiteReport } from '../shop'

type Rule = {
  title: string
  pattern: RegExp
  /** The files that the rule checks; all of src by default. */
  about?: RegExp
  /** Files that may, each with its reason. */
  allowed: Record<string, string>
}

/**
 * Rules that oxlint, dependency-cruiser, and types don't check. They check the rest: `process.env`, imports, casts,
 * floating promises.
 */
const rules: Rule[] = [
  {
    title: 'no server functions of our own: every write is a call with a declaration',
    pattern: /['"]use server['"]/,
    allowed: {
      'src/app/(payload)/layout.tsx': 'Payload’s panel, guarded by server-function-access.ts',
    },
  },
  {
    title: 'no HTML from values',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/,
    allowed: {
      'src/components/layout/theme-script.tsx': 'a constant',
      'src/components/layout/speculation-rules.tsx': 'a constant',
      'src/components/layout/event-replay-script.tsx': 'a constant',
      'src/components/json-ld.tsx': 'JSON with its angle brackets escaped',
      'src/platform/email/layout.tsx': 'a constant',
    },
  },
  {
    title: 'no code from text, and no other programs',
    pattern: /\beval\(|new Function\(|child_process/,
    allowed: {
      'src/modules/backups/encrypted-stream.ts': 'PostgreSQL’s own programs, without a shell',
      'src/modules/backups/postgres-tools.ts': 'PostgreSQL’s own programs, without a shell',
      'src/modules/backups/actions/recover.ts': 'PostgreSQL’s own programs, without a shell',
    },
  },
  {
    title: 'providers are called through the client with limits (src/platform/http)',
    pattern: /(?<![\w.$-])fetch\(/,
    about: /^src\/(providers|modules|endpoints|jobs|hooks|collections|platform|seed)\//,
    allowed: {
      'src/platform/http/client.ts': 'the client',
      'src/platform/http/api-client.ts': 'the client',
      'src/platform/http/safe-fetch.ts': 'the client for addresses that others give',
      'src/platform/storage/bucket-files.ts': 'the owner’s bucket, with its own timeout',
      'src/providers/oauth.ts': 'a function for a library, with its own timeout',
      'src/providers/paypal/webhook.ts': 'certificates, from PayPal’s host only',
      'src/modules/go-live/actions/check-server.ts': 'asks the shop’s own address',
    },
  },
  {
    title: 'hooks read and write inside the transaction of their request',
    pattern:
      /payload\.(find|findByID|create|update|delete|count|findGlobal|updateGlobal)\((?![^;]*?\breq\b)/,
    about: /^src\/hooks\//,
    allowed: {},
  },
  {
    title: 'transactions are made by withTransaction alone',
    pattern: /drizzle\.transaction\(|beginTransaction\(|commitTransaction\(/,
    allowed: {
      'src/platform/transaction.ts': 'withTransaction',
      'src/jobs/heartbeat.ts': 'the job queue’s rows, which Payload doesn’t know',
    },
  },
  {
    title: 'secrets are not made from Math.random',
    pattern: /Math\.random\(/,
    allowed: {
      'src/platform/http/retries.ts': 'the spread of pauses',
      'src/admin/form/draft/draft-storage.ts': 'the name of a tab',
      'src/components/cart/gift-card-store.ts': 'the id of a line in the cart',
    },
  },
]

const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|[^:'"`])\/\/[^\n]*/g, '$1')

async function run(): Promise<SuiteReport> {
  const names = (await readdir('src', { recursive: true }))
    .map((name) => path.posix.join('src', name))
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('src/migrations/'))
  const failures: string[] = misplacedPatches()
  const used = new Set<string>()
  for (const name of names) {
    const text = withoutComments(await readFile(name, 'utf8'))
    for (const { title, pattern, about, allowed } of rules) {
      if ((about && !about.test(name)) || !pattern.test(text)) continue
      if (allowed[name]) used.add(`${title}: ${name}`)
      else failures.push(`${title}: ${name}`)
    }
  }
  for (const { title, allowed } of rules)
    for (const name of Object.keys(allowed))
      if (!used.has(`${title}: ${name}`))
        failures.push(`${title}: ${name} needs no exception any more`)
  return { counts: { rules: rules.length, files: names.length, exceptions: used.size }, failures }
}

export const staticRules: Suite = { letter: 'C', title: 'Static rules', run }
