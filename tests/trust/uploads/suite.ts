import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { clientAddress, signIn, type Suite, type SuiteReport, type Trust } from '../shop'
import { createOddFiles, marker, noisePng, type OddFile, oddNames } from './odd-files'

const sizes = {
  quick: { files: 40, large: 8 },
  ci: { files: 60, large: 40 },
  full: { files: 300, large: 200 },
}
/** Bytes that the web process may need besides for large uploads. */
const allowedGrowth = 300 * 1024 * 1024

/** The event loop must keep running meanwhile. On an idle machine it takes a fifth of this. */
const allowedWaitMs = 1000

type Uploaded = { status: number; text: string; milliseconds: number }

/** Uploads a file as staff do. @returns status 0 when the connection failed */
export async function send(
  { shop }: Trust,
  { data, name, alt = 'A test' }: { data: Buffer | Blob; name: string; alt?: string },
  { cookie, address }: { cookie: string; address: string },
): Promise<Uploaded> {
  const form = new FormData()
  form.set(
    'file',
    new File([data instanceof Blob ? data : new Uint8Array(data)], name, { type: 'image/jpeg' }),
  )
  form.set('altText', alt)
  const startedAt = performance.now()
  try {
    const response = await fetch(`${shop.url}/api/admin/media/upload`, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(900_000),
      headers: { Origin: shop.url, Cookie: cookie, 'X-Forwarded-For': address },
    })
    const text = await response.text()
    return { status: response.status, text, milliseconds: performance.now() - startedAt }
  } catch (error) {
    // fetch reports only a failure; its cause says what happened to the connection.
    const cause =
      error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return {
      status: 0,
      text: `${String(error)}${cause}`,
      milliseconds: performance.now() - startedAt,
    }
  }
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).sort()

/** Resident bytes of the web process. */
async function residentBytes({ shop }: Trust): Promise<number> {
  const status = await readFile(`/proc/${shop.webPid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

const isPictureFile = (name: string): boolean => /\.(avif|webp|jpg)$/.test(name)

/** What is wrong with the files that an accepted picture left. */
async function judgeFiles(trust: Trust, added: readonly string[]): Promise<string[]> {
  const contents = await Promise.all(
    added.filter(isPictureFile).map((name) => readFile(path.join(trust.shop.uploadsDir, name))),
  )
  return [
    ...added.filter((name) => !isPictureFile(name) && path.extname(name) !== ''),
    ...(contents.some((bytes) => bytes.includes(marker)) ? ['what was added is still there'] : []),
  ]
}

async function tryFile(
  trust: Trust,
  { description, data, isPicture = false }: OddFile,
  name: string,
  caller: { cookie: string; address: string },
): Promise<string[]> {
  const label = `${description} named ${JSON.stringify(name.slice(0, 40))}`
  const before = await filesIn(trust.shop.uploadsDir)
  const { status, text } = await send(trust, { data, name }, caller)
  const added = (await filesIn(trust.shop.uploadsDir)).filter((one) => !before.includes(one))
  if (isPicture)
    return status === 200 || status === 201
      ? (await judgeFiles(trust, added)).map((one) => `${label}: ${one}`)
      : [`${label}: ${status} ${text.slice(0, 120)}`]
  return [
    ...(status >= 400 && status < 500 ? [] : [`${label}: ${status} ${text.slice(0, 120)}`]),
    ...(/vips|sharp|node_modules|heif|at \w+ \(/i.test(text) ? [`${label}: ${text}`] : []),
    ...(added.length > 0 ? [`${label} left ${added.join(', ')}`] : []),
  ]
}

async function tryOddFiles(trust: Trust, count: number, cookie: string): Promise<string[]> {
  const random = trust.randomFor('uploads')
  const files = await createOddFiles()
  const [{ rows } = { rows: 0 }] = await trust.query<{ rows: number }>(
    'select count(*)::int as rows from media',
  )
  const failures: string[] = []
  let accepted = 0
  for (let n = 0; n < count; n += 1) {
    const file = files[n % files.length]
    if (!file) continue
    if (file.isPicture) accepted += 1
    const caller = { cookie, address: clientAddress(random) }
    failures.push(...(await tryFile(trust, file, random.oneOf(oddNames), caller)))
  }
  const [after] = await trust.query<{ rows: number }>('select count(*)::int as rows from media')
  if (after?.rows !== rows + accepted)
    failures.push(`${(after?.rows ?? 0) - rows} rows for ${accepted} pictures`)
  return failures
}

/** Large uploads at once: the shop answers others meanwhile, and its memory stays bounded. */
async function tryLargeFiles(
  trust: Trust,
  count: number,
  cookie: string,
): Promise<{ growth: number; slowest: number; p99: number; failures: string[] }> {
  const random = trust.randomFor('large uploads')
  // One for all of them: 200 copies would keep this machine busier than the shop does.
  const data = new Blob([new Uint8Array(await noisePng(2300))])
  const before = await residentBytes(trust)
  const failures: string[] = []
  let [isOver, peak] = [false, before]
  const waits: number[] = []
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now()
      const { status } = await trust.call('GET', '/healthz', { timeoutMs: 10_000 })
      if (status !== 200) failures.push(`the shop was not alive during uploads: ${status}`)
      waits.push(performance.now() - startedAt)
      peak = Math.max(peak, await residentBytes(trust))
      await sleep(50)
    }
  }
  const watching = watch()
  const results = await Promise.all(
    Array.from({ length: count }, () =>
      send(trust, { data, name: 'large.png' }, { cookie, address: clientAddress(random) }),
    ),
  )
  isOver = true
  await watching
  for (const { status, text } of results)
    // A busy shop may refuse (429, 503), with the time to wait; it may not fail.
    if (![200, 201, 429, 503].includes(status))
      failures.push(`a large upload was answered ${status} ${text.slice(0, 120)}`)
  if (!results.some(({ status }) => status === 200 || status === 201))
    failures.push('no large upload was accepted')
  const growth = peak - before
  if (growth > allowedGrowth)
    failures.push(`the web process grew by ${Math.round(growth / 1024 / 1024)} MB`)
  waits.sort((a, b) => a - b)
  const [slowest = 0, p99 = 0] = [waits.at(-1), waits[Math.floor(waits.length * 0.99)]]
  if (p99 > allowedWaitMs)
    failures.push(`the 99th percentile of /healthz was ${Math.round(p99)} ms meanwhile`)
  return { growth, slowest, p99, failures }
}

async function run(trust: Trust): Promise<SuiteReport> {
  const { files, large } = sizes[trust.scale]
  const cookie = await signIn(trust, 'edie', clientAddress(trust.randomFor('editor')))
  const odd = await tryOddFiles(trust, files, cookie)
  const { growth, slowest, p99, failures } = await tryLargeFiles(trust, large, cookie)
  return {
    counts: {
      'odd files': files,
      'uploads of 15 MB at once': large,
      'MB more memory': Math.round(growth / 1024 / 1024),
      'ms of /healthz at the 99th percentile': Math.round(p99),
      'ms of the slowest /healthz': Math.round(slowest),
    },
    failures: [...odd, ...failures],
  }
}

export const uploads: Suite = { letter: 'U', title: 'Uploads', run }
