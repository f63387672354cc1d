// npm run build: the whole production build (Next with compressed chunks, the programs beside it in dist/), type-checked.
// npm start uses `build` alone, when a source is newer than the build: checking types would take it past its 100 seconds.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { checkBrowserJavascript } from './browser-javascript.mjs'
import { run } from './child-processes.mjs'
import { placeholderEnv } from './env-file.mjs'
import { step } from './progress.mjs'

// A change in src/server alone needs no new build of Next: npm start bundles the web process at each start.
const sources = [
  'src',
  'public',
  'payload.config.ts',
  'next.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'postcss.config.mjs',
]
const stamp = '.next/dayfern-build'

const newest = (place) => {
  if (!existsSync(place) || place === path.join('src', 'server')) return 0
  const { mtimeMs } = statSync(place)
  if (!statSync(place).isDirectory()) return mtimeMs
  return readdirSync(place, { withFileTypes: true }).reduce(
    (latest, entry) => Math.max(latest, newest(path.join(place, entry.name))),
    0,
  )
}

export const isBuilt = () =>
  existsSync(stamp) &&
  existsSync('.next/BUILD_ID') &&
  Number(readFileSync(stamp, 'utf8')) >= Math.max(...sources.map(newest))

const compressible = /\.(js|css|svg|json|txt)$/

const [toGzip, toBrotli] = [gzip, brotliCompress].map((one) => promisify(one))

/** Compresses the files of a folder side by side, in Node's threads: one after the other takes twice as long. */
const compressFolder = (folder) =>
  Promise.all(
    readdirSync(folder, { recursive: true })
      .map((name) => path.join(folder, name))
      .filter((file) => compressible.test(file) && statSync(file).size > 1000)
      .map(async (file) => {
        const bytes = readFileSync(file)
        const quality = bytes.length > 400_000 ? 9 : 11
        writeFileSync(`${file}.gz`, await toGzip(bytes, { level: 9 }))
        writeFileSync(
          `${file}.br`,
          await toBrotli(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: quality,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          }),
        )
      }),
  )

/**
 * Bundles the web process and the cache handler that Next loads (next.config.ts), which the build needs as well.
 * @returns the file to run with Node
 */
export async function bundleServer() {
  const { bundle, bundled } = await import('./bundle.mjs') // esbuild: this file is read before packages are installed
  const [web] = await Promise.all([
    bundled('src/server/web.ts'),
    bundle('src/server/next-cache-handler.ts', 'dist/next-cache-handler.mjs'),
  ])
  return web
}

/**
 * Next makes the ids of server functions from their place and this key, and a new key for each build unless it gets one.
 * An open page of the admin goes on after an update only if the next build has the same ids. It protects nothing: the web
 * process sets a key of its own before it encrypts with it.
 */
export const serverFunctionIdSalt = Buffer.from('the same names in each release 1').toString(
  'base64',
)

/** Builds Next's part. It needs no database, keys, or address: what is rendered while building is discarded. */
export async function build() {
  await bundleServer()
  const newestSourceMs = Math.max(...sources.map(newest))
  await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    env: {
      ...process.env,
      ...placeholderEnv,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: serverFunctionIdSalt,
      TYPES_ARE_CHECKED_ELSEWHERE: 'true',
    },
    logFile: '.data/logs/build.log',
  })
  await compressFolder('.next/static')
  writeFileSync(stamp, String(Math.ceil(newestSourceMs)))
}

/** What runs beside or before the web process: program → its file. Packages are not bundled; they come from node_modules. */
const programs = {
  'src/server/web.ts': 'dist/web.mjs',
  'src/jobs/worker.ts': 'dist/worker.mjs',
  'src/seed/prepare.ts': 'dist/prepare.mjs',
  'src/seed/go-live.ts': 'dist/go-live.mjs',
  'src/seed/owner-recovery.ts': 'dist/owner-recovery.mjs',
  'src/jobs/doctor.ts': 'dist/doctor.mjs',
  'src/jobs/move-files.ts': 'dist/move-files.mjs',
  'src/jobs/backup.ts': 'dist/backup.mjs',
  'src/jobs/restore.ts': 'dist/restore.mjs',
  'src/jobs/adopt-payments.ts': 'dist/adopt-payments.mjs',
  'src/jobs/archive-wal.ts': 'dist/archive-wal.mjs',
}

export const buildPrograms = async () => {
  const { bundle } = await import('./bundle.mjs')
  for (const [entry, file] of Object.entries(programs)) await bundle(entry, file)
}

const buildAll = async () => {
  rmSync('dist', { recursive: true, force: true })
  const results = await Promise.allSettled([
    step('Types', () =>
      run(process.execPath, ['node_modules/typescript-7/lib/tsc.js', '-p', 'tsconfig.build.json']),
    ),
    step('Web', async () => {
      await build()
      checkBrowserJavascript()
    }),
    step('Programs', buildPrograms),
  ])
  const failures = results.filter(({ status }) => status === 'rejected')
  for (const { reason } of failures) console.error(`\n${reason.message}`)
  process.exit(failures.length > 0 ? 1 : 0)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll()
