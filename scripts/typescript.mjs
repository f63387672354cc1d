// TypeScript programs that run beside Next (sandbox, prepare, worker) are bundled to one file first. Node's own way of
// loading them piece by piece goes through a thread that, now and then, never answers: the program then waits for ever.
import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Each file keeps its own address, though all stand in one; packages stay where they are; styles are for browsers. */
const shop = {
  name: 'shop',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@payload-config$/ }, () => ({ path: path.join(root, 'payload.config.ts') }))
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => (kind === 'entry-point' ? null : { path: name, external: true }))
    onLoad({ filter: /\.css$/ }, () => ({ contents: '', loader: 'js' }))
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)),
      loader: file.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}

/**
 * @param {string} entry as 'src/jobs/worker.ts'
 * @returns {Promise<string>} the file to run with Node: `.data/programs/worker.mjs`, made anew each time (under a second)
 */
export async function bundled(entry) {
  const folder = path.join(root, '.data/programs')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${path.dirname(entry).replaceAll('/', '-')}-${path.basename(entry).replace(/\.ts$/, '.mjs')}`)
  const fresh = `${file}.${process.pid}.mjs`
  await build({
    entryPoints: [path.join(root, entry)], outfile: fresh, bundle: true, platform: 'node', format: 'esm', target: 'node20',
    jsx: 'automatic', sourcemap: 'inline', logLevel: 'silent', plugins: [shop],
  })
  renameSync(fresh, file)
  return file
}
