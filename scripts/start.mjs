// npm start: from a fresh clone to an open shop. npm run dev: the same with hot reload.
import process from 'node:process'

import { hasSecurityFixes } from '../src/modules/go-live/rules/node-version.mjs'
import { endAll } from './child-processes.mjs'
import { readEnvFile } from './env-file.mjs'
import { install, isInstalled } from './install.mjs'
import { sinceStart, step } from './progress.mjs'

const dev = process.argv.includes('--dev')
const [major, minor] = process.versions.node.split('.').map(Number)

const fail = (error) => {
  console.error(`\n${error.message}`)
  if (process.env.DEBUG) console.error(error)
  endAll()
  process.exit(1)
}

if (major < 20 || (major === 20 && minor < 9))
  fail(new Error(`Dayfern needs Node 20.9 or newer. You’re running ${process.versions.node}.`))

console.log(`\nDayfern${dev ? ' (development)' : ''}\n`)
let shop
let closing = false
const close = async () => {
  if (closing) {
    endAll()
    process.exit(130)
  }
  closing = true
  console.log('\nStopping…')
  await shop?.stop()
  endAll()
  process.exit(0)
}
process.on('SIGINT', close)
process.on('SIGTERM', close)

try {
  if (!isInstalled()) await step('Packages (a minute or two, first time only)', install)
  const env = readEnvFile()
  const { startShop } = await import('./start-shop.mjs')
  let owner
  const onOwner = (created) => {
    owner = created
    console.log(
      `\n  Your owner account: ${owner.username}. Once the shop is open, choose its password here (the link works once, for a day):\n  ${owner.link}\n`,
    )
  }
  shop = await startShop({
    dataDir: '.data',
    env: { ...env, PORT: process.env.PORT ?? env.PORT },
    dev,
    onOwner,
  })
  console.log(`\nReady in ${sinceStart()}.\n\n  Shop    ${shop.url}\n  Admin   ${shop.url}/admin`)
  if (shop.isDemo) {
    console.log(
      `  Emails  ${shop.env.OUTBOX_URL}\n\nDemo mode: no payment keys are set, so payments and emails go to a local test service. No real money.\n`,
    )
    console.log('  Demo admin sign-ins (username / password)')
    console.log(
      '    super admin   june / walk-the-long-way\n    admin         marisol / tea-before-orders\n    editor        edie / words-and-ferns\n    customer      wren / one-is-enough',
    )
  }
  if (owner)
    console.log(`\n  Choose the password of ${owner.username} with the link above, then sign in.`)
  if (!shop.isDemo && !hasSecurityFixes(process.versions.node))
    console.log(
      '\n  This Node version is missing 2026 security fixes. For live payments, use Node 24.22.1 or newer.',
    )
  console.log('\nPress Ctrl-C to stop the shop.\n')
} catch (error) {
  await shop?.stop()
  fail(error)
}
