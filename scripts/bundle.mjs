// TypeScript programs that run beside Next (web process, worker, prepare, sandbox) are bundled to one file first:
// loading them piece by piece through Node's loader thread sometimes hangs.
import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Each file keeps its own URL, though all are in one file, written relative to the bundle so that a built folder can
 * be moved as a whole. Packages stay where they are; styles are for browsers.
 */
const shop = (folder) => ({
  name: 'shop',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^@payload-config$/ }, () => ({
      path: path.join(root, 'payload.config.ts'),
    }))
    onResolve({ filter: /^@\// }, ({ path: name, kind }) =>
      resolve(`./${name.slice(2)}`, { kind, resolveDir: path.join(root, 'src') }),
    )
    onResolve({ filter: /^@tests\// }, ({ path: name, kind }) =>
      resolve(`./${name.slice('@tests/'.length)}`, { kind, resolveDir: path.join(root, 'tests') }),
    )
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || /^@(tests)?\//.test(name) ? null : { path: name, external: true },
    )
    onLoad({ filter: /\.css$/ }, () => ({ contents: '', loader: 'js' }))
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll(
        'import.meta.url',
        addressFrom(folder, file),
      ),
      loader: file.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
})

const addressFrom = (folder, file) =>
  `new URL(${JSON.stringify(encodeURI(path.relative(folder, file).replaceAll(path.sep, '/')))}, import.meta.url).href`

const latestMigration = () =>
  readdirSync(path.join(root, 'src/migrations'))
    .filter((name) => /^\d.*\.ts$/.test(name))
    .sort()
    .at(-1)
    .replace(/\.ts$/, '')

/**
 * Bundles one program to one file.
 * @param {string} entry as 'src/jobs/worker.ts'
 * @param {string} file the file to write; it replaces the old one at once
 */
export async function bundle(entry, file) {
  const folder = path.dirname(path.resolve(root, file))
  mkdirSync(folder, { recursive: true })
  const fresh = path.join(folder, `${path.basename(file)}.${process.pid}.mjs`)
  await build({
    entryPoints: [path.join(root, entry)],
    outfile: fresh,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    sourcemap: 'inline',
    define: { LATEST_MIGRATION: JSON.stringify(latestMigration()) },
    logLevel: 'silent',
    plugins: [shop(folder)],
  })
  renameSync(fresh, path.resolve(root, file))
}

/**
 * @param {string} entry as 'src/jobs/worker.ts'
 * @returns {Promise<string>} the file to run with Node: `.data/programs/src-jobs-worker.mjs`, built again each time
 * (under a second)
 */
export async function bundled(entry) {
  const file = path.join(
    root,
    '.data/programs',
    `${path.dirname(entry).replaceAll('/', '-')}-${path.basename(entry).replace(/\.ts$/, '.mjs')}`,
  )
  await bundle(entry, file)
  return file
}
