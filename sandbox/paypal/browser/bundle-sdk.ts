import { readFileSync } from 'node:fs'

/** In the order in which they need each other. */
const SDK = [
  'origin',
  'errors',
  'button',
  'popup',
  'dialog',
  'inline-form',
  'card-fields',
  'redirect',
  'session',
  'wallet-sheet',
  'apple-pay',
  'wallets',
  'payment-sessions',
  'instance',
  'core',
]

const GOOGLE_PAY = ['origin', 'dialog', 'wallet-sheet', 'google-pay']

/** The scripts that pages load: PayPal's SDK, and the one that is Google's own. */
export const scripts = { sdk: () => bundle(SDK), googlePay: () => bundle(GOOGLE_PAY) }

/** One classic script: modules of this folder without imports and exports. */
function bundle(modules: readonly string[]): string {
  const parts = modules.map((name) =>
    readFileSync(new URL(`./${name}.js`, import.meta.url), 'utf8')
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${parts.join('\n')}\n})()\n`
}
