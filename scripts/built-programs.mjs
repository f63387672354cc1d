// Whether the programs of dist/ run from what the image has (Dockerfile): the files that it copies and the packages
// without those for development, in a folder without anything else, with the commands of Dockerfile and compose.yaml.
// `npm test` runs it with the build of the browser tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { build, buildPrograms, isBuilt } from './build.mjs'
import { startDatabase } from './embedded-postgres.mjs'
import { freePort } from './ports.mjs'

const dockerfile = readFileSync('Dockerfile', 'utf8')
/** The command of a service, as compose.yaml has it. */
const composeCommand = (program) =>
  new RegExp(`command: \\[node, (.*dist/${program}\\.mjs)\\]`)
    .exec(readFileSync('compose.yaml', 'utf8'))[1]
    .split(', ')
const webCommand = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)[1]).slice(1)
const healthCommand = JSON.parse(/^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(dockerfile)[1]).slice(1)

/** The files of a folder, or the file itself, without the build's cache and bundles that are being written. */
const filesIn = (place) => {
  if (/\.mjs\.\d+\.mjs$/.test(place)) return []
  if (!lstatSync(place).isDirectory()) return [place]
  if (place === path.join('.next', 'cache')) return []
  return readdirSync(place).flatMap((name) => filesIn(path.join(place, name)))
}

/** Links a file, which takes no space, or copies it to another disk. */
const placeFile = (from, to) => {
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch ({ code }) {
    if (code !== 'EXDEV') throw new Error(`${from} could not be linked: ${code}`)
    copyFileSync(from, to)
  }
}

/** Places what the last stage of the Dockerfile copies from the build. */
const placeFiles = (folder) => {
  for (const [, text] of dockerfile.matchAll(/^COPY --from=build (.+)$/gm)) {
    const places = text.split(' ')
    const target = places.pop()
    for (const place of places.map((one) => one.replace('/app/', '')))
      for (const file of filesIn(place))
        placeFile(file, path.join(folder, target === './' ? file : file.replace(place, target)))
  }
}

/** Links the packages that `npm ci --omit=dev --workspaces=false` installs at the top. */
const linkPackages = (folder) => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const [place, { dev, link }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) || dev || link || !existsSync(place))
      continue
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true })
    symlinkSync(realpathSync(place), path.join(folder, place))
  }
}

/** Packages that a program in the folder imports and that aren't there. */
const missingPackages = (folder) =>
  readdirSync(path.join(folder, 'dist')).flatMap((file) =>
    [
      ...readFileSync(path.join(folder, 'dist', file), 'utf8').matchAll(
        /^(?:import|export) (?:[^"\n]* from )?"([^"]+)";$|\bimport\("([^"]+)"\)/gm,
      ),
    ]
      .map(([, one, other]) =>
        (one ?? other).split('/').slice(0, (one ?? other)[0] === '@' ? 2 : 1),
      )
      .map((parts) => parts.join('/'))
      .filter((name) => !isBuiltin(name) && !existsSync(path.join(folder, 'node_modules', name)))
      .map((name) => `${file} imports ${name}, which the image doesn't have`),
  )

/** Every file of the folder with its time: the image's disk is read-only, so nothing may change. */
const listFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => !name.startsWith('node_modules'))
    .map((name) => `${name} ${statSync(path.join(folder, name)).mtimeMs}`)
    .sort()

const start = (folder, args, env) => {
  const child = spawn(process.execPath, args, { cwd: folder, env })
  const running = { child, output: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (running.output += text))
  running.ended = once(child, 'close').then(([code]) => code)
  return running
}

const waitForLine = async (running, line) => {
  const ended = running.ended.then((code) => {
    throw new Error(`It ended with ${code} before "${line}":\n${running.output}`)
  })
  ended.catch(() => {})
  while (!running.output.includes(line))
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))])
}

const expect = (isTrue, what) => {
  if (!isTrue) throw new Error(what)
}

const tryPrograms = async (folder, env, started) => {
  const runToEnd = async (args) => {
    const running = start(folder, args, env)
    return { code: await running.ended, output: running.output }
  }
  const first = await runToEnd(composeCommand('prepare'))
  expect(first.code === 0 && first.output.includes('/auth/reset?token='), first.output)
  const again = await runToEnd(composeCommand('prepare'))
  expect(again.code === 0 && !again.output.includes('token='), again.output)

  const web = start(folder, webCommand, env)
  const worker = start(folder, composeCommand('worker'), env)
  started.push(web, worker)
  await Promise.all([waitForLine(web, 'ready on port'), waitForLine(worker, 'worker ready')])
  const get = (page) => fetch(`http://127.0.0.1:${env.PORT}${page}`, { redirect: 'manual' })
  const { responses } = await (await get('/healthz')).json()
  expect(responses.entries > 0, 'It answered before the home page was rendered and cached.')
  expect((await runToEnd(healthCommand)).code === 0, 'The health check failed.')
  const home = await get('/')
  const html = await home.text()
  expect(home.status === 200, `The home page answered ${home.status}.\n${web.output}`)
  const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0]
  for (const page of ['/products', '/about', '/admin/login', '/brand/favicon.svg', script]) {
    const { status } = await get(page)
    expect(status === 200, `${page} answered ${status}.\n${web.output}`)
  }
  expect((await (await get('/robots.txt')).text()).includes(env.SERVER_URL), 'robots.txt')
  const backup = await runToEnd(composeCommand('backup'))
  expect(backup.code === 1 && backup.output.includes('Set BACKUP_DIR'), backup.output)
  const doctor = await runToEnd(composeCommand('prepare').with(-1, 'dist/doctor.mjs'))
  expect(doctor.code === 1 && doctor.output.includes('PayPal'), doctor.output)

  for (const { child } of [web, worker]) child.kill('SIGTERM')
  const codes = await Promise.all([web.ended, worker.ended])
  expect(codes.join() === '0,0', `They ended with ${codes}.\n${web.output}\n${worker.output}`)
  expect((await runToEnd(healthCommand)).code === 1, 'The health check passed without a process.')
}

/** @throws Error that says what doesn't run */
export async function checkBuiltPrograms() {
  if (!isBuilt()) await build()
  await buildPrograms()
  rmSync('.data/test/image', { recursive: true, force: true })
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'dayfern-image-')))
  const started = []
  let database
  try {
    placeFiles(folder)
    linkPackages(folder)
    const missing = missingPackages(folder)
    expect(missing.length === 0, missing.join('\n'))
    const before = listFiles(folder)
    database = await startDatabase({
      dir: '.data/test/image/postgres',
      database: 'dayfern',
      durable: false,
    })
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      SERVER_URL: 'https://shop.example',
      DATABASE_URL: database.url,
      PAYLOAD_SECRET: 'a secret that only this test knows, 0123456789',
      UPLOADS_DIR: path.resolve('.data/test/image/uploads'),
      DRAIN_SECONDS: '0',
      PAYPAL_ENVIRONMENT: 'sandbox',
      PAYPAL_CLIENT_ID: 'none',
      PAYPAL_CLIENT_SECRET: 'none',
      PAYPAL_WEBHOOK_ID: 'none',
      SMTP_URL: 'smtp://127.0.0.1:1',
    }
    await tryPrograms(folder, env, started)
    const after = listFiles(folder)
    const changed = after.filter((file) => !before.includes(file))
    expect(changed.length === 0, `Files changed, but the image is read-only: ${changed.join(', ')}`)
  } finally {
    for (const { child } of started) child.kill('SIGKILL')
    await database?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
