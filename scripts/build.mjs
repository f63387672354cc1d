// Builds the shop when a source is newer than the build, and compresses the chunks once, so that nobody waits for it later.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'
import { run } from './processes.mjs'

const sources = ['src', 'public', 'payload.config.ts', 'next.config.ts', 'package-lock.json', 'tsconfig.json', 'postcss.config.mjs', 'scripts/page-cache.mjs']
const stamp = '.next/dayfern-build'

const newest = (place) => {
  if (!existsSync(place)) return 0
  const { mtimeMs } = statSync(place)
  if (!statSync(place).isDirectory()) return mtimeMs
  return readdirSync(place, { withFileTypes: true }).reduce((latest, entry) => Math.max(latest, newest(path.join(place, entry.name))), 0)
}

export const isBuilt = () => existsSync(stamp) && existsSync('.next/BUILD_ID') && Number(readFileSync(stamp, 'utf8')) >= Math.max(...sources.map(newest))

const compressible = /\.(js|css|svg|json|txt)$/

const compressFolder = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) compressFolder(file)
    else if (compressible.test(entry.name) && statSync(file).size > 1000) {
      const bytes = readFileSync(file)
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 400_000 ? 9 : 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
    }
  }
}

export async function build(env) {
  const begun = Math.max(...sources.map(newest))
  await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], { env: { ...env, NODE_ENV: 'production' }, logFile: '.data/logs/build.log' })
  compressFolder('.next/static')
  writeFileSync(stamp, String(Math.ceil(begun)))
}
