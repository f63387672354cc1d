import { readFileSync } from 'node:fs'

/** In the order in which they need each other. */
const MODULES = [
  'origin',
  'errors',
  'button',
  'popup',
  'dialog',
  'inline-form',
  'card-fields',
  'redirect',
  'session',
  'payment-sessions',
  'instance',
  'core',
]

/** The browser SDK as one classic script, as a page loads it: the modules of this folder without imports and exports. */
export function bundleSdk(): string {
  const parts = MODULES.map((name) =>
    readFileSync(new URL(`./${name}.js`, import.meta.url), 'utf8')
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${parts.join('\n')}\n})()\n`
}
