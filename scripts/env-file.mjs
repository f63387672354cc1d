// Settings of the programs. Reads .env with nothing but Node's built-ins (process.loadEnvFile is younger than the oldest Node that we support).
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** In quotes a value can have anything, and only a comment may follow it. Without quotes, it ends before a comment. */
const readValue = (text) =>
  /^(['"])(.*?)\1(?:\s+#.*)?$/.exec(text)?.[2] ?? text.replace(/\s+#.*$/, '')

/** Returns the variables that the file sets and the environment does not. Values may be quoted. */
export function readEnvFile(file = '.env') {
  if (!existsSync(file)) return {}
  const entries = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line)
      if (!match || process.env[match[1]] !== undefined) return []
      const value = readValue(match[2])
      return value === '' ? [] : [[match[1], value]]
    })
  return Object.fromEntries(entries)
}

/**
 * Returns the settings of the shop in a folder, for a command that runs beside `npm start`: the environment, .env, and the
 * secret that `npm start` makes and uses unless one is set. An empty one in the environment means none: the secret of a
 * backup is lost.
 * @returns {Record<string, string | undefined>}
 */
export function readShopEnv(folder = '.') {
  const env = { ...process.env, ...readEnvFile(path.join(folder, '.env')) }
  const secretFile = path.join(folder, '.data', 'secret')
  if (env.PAYLOAD_SECRET === undefined && existsSync(secretFile))
    env.PAYLOAD_SECRET = readFileSync(secretFile, 'utf8').trim()
  return env
}

/** Values that let src/platform/env.ts pass where nothing is served: generating and building. They reach nobody. */
export const placeholderEnv = {
  SERVER_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  PAYLOAD_SECRET: 'only for generating, 0123456789abcdef',
  PAYPAL_ENVIRONMENT: 'demo',
  PAYPAL_CLIENT_ID: 'none',
  PAYPAL_CLIENT_SECRET: 'none',
  PAYPAL_BASE_URL: 'http://127.0.0.1:1',
}
