// npm start: from a fresh clone to an open shop. npm run dev: the same with hot reload.
import process from 'node:process'
import { readEnvFile } from './env-file.mjs'
import { install, isInstalled } from './install.mjs'
import { endAll } from './processes.mjs'
import { sinceStart, step } from './report.mjs'

const dev = process.argv.includes('--dev')
const [major, minor] = process.versions.node.split('.').map(Number)

const fail = (error) => {
  console.error(`\n${error.message}`)
  if (process.env.DEBUG) console.error(error)
  endAll()
  process.exit(1)
}

if (major < 20 || (major === 20 && minor < 9)) fail(new Error(`The shop needs Node 20.9 or newer; this is ${process.versions.node}.`))

console.log(`\nDayfern${dev ? ' (development)' : ''}\n`)
let shop
let closing = false
const close = async () => {
  if (closing) {
    endAll()
    process.exit(130)
  }
  closing = true
  console.log('\nClosing the shop …')
  await shop?.stop()
  endAll()
  process.exit(0)
}
process.on('SIGINT', close)
process.on('SIGTERM', close)

try {
  if (!isInstalled()) await step('Packages (a minute or two, only the first time)', install)
  const env = readEnvFile()
  const { startShop } = await import('./shop.mjs')
  shop = await startShop({ dataDir: '.data', env: { ...env, PORT: process.env.PORT ?? env.PORT }, dev })
  console.log(`\nOpen after ${sinceStart()}.\n\n  Shop    ${shop.url}\n  Panel   ${shop.url}/admin`)
  if (shop.rehearsal) {
    console.log(`  Mails   ${shop.env.OUTBOX_URL}\n\nRehearsal: no payment keys are set, so payments and mails go to a local double. No real money.\n`)
    console.log('  Demo sign-ins at the panel (user name / password)')
    console.log('    super admin   june / walk-the-long-way\n    admin         marisol / tea-before-orders\n    editor        edie / words-and-ferns\n    customer      wren / one-is-enough')
  }
  if (shop.owner) console.log(`\n  Your first sign-in: ${shop.owner.username} / ${shop.owner.password}\n  It is shown this once. Please change the password after signing in.`)
  if (!shop.rehearsal && major < 22) console.log('\n  This Node lacks security fixes of 2026. For a shop that takes real payments please use Node 24.22.1 or newer.')
  console.log('\nCtrl-C closes the shop.\n')
} catch (error) {
  await shop?.stop()
  fail(error)
}
