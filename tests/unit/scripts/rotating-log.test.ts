import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const { openLog } = await import('../../../scripts/rotating-log.mjs')

const dayMs = 24 * 60 * 60 * 1000
const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'log-'))
const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5))
}

it('a new day starts a new file, and only the owner can read the files', async () => {
  const file = path.join(newFolder(), 'web.log')
  let now = Date.now()
  const log = openLog(file, { now: () => now })
  log.write('first day\n')
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '')
  now += dayMs
  log.write('second day\n')
  await until(() => existsSync(file) && readFileSync(file, 'utf8') === 'second day\n')
  await log.end()
  const files = readdirSync(path.dirname(file))
  expect(files).toHaveLength(2)
  for (const name of files)
    expect(statSync(path.join(path.dirname(file), name)).mode & 0o777).toBe(0o600)
})

it('a file over the size limit is continued in a new one', async () => {
  const file = path.join(newFolder(), 'web.log')
  const log = openLog(file, { limitBytes: 10 })
  for (const line of ['one is long enough\n', 'two is long enough\n', 'three\n']) {
    log.write(line)
    await until(() => existsSync(file) && readFileSync(file, 'utf8') === line)
  }
  await log.end()
  expect(readdirSync(path.dirname(file))).toHaveLength(3)
})

it('old log files are deleted after 30 days, and other files in the folder are kept', async () => {
  const folder = newFolder()
  const file = path.join(folder, 'web.log')
  const age = (name: string, days: number): void => {
    writeFileSync(path.join(folder, name), 'x')
    utimesSync(path.join(folder, name), new Date(), new Date(Date.now() - days * dayMs))
  }
  age('web.log.2026-01-01', 30)
  age('web.log.2026-01-20', 5)
  age('worker.log.2026-01-01', 30)
  await openLog(file).end()
  expect(readdirSync(folder).filter((name) => name !== 'web.log')).toEqual([
    'web.log.2026-01-20',
    'worker.log.2026-01-01',
  ])
})

it('a file that can’t be written ends nothing, and is opened again a minute later', async () => {
  const folder = newFolder()
  let now = Date.now()
  const log = openLog(folder, { now: () => now })
  log.write('lost\n')
  for (let index = 0; index < 3; index += 1)
    await expect(once(createWriteStream(folder), 'open')).rejects.toThrow('EISDIR')
  log.write('lost, too\n')
  rmdirSync(folder)
  log.write('within the minute\n')
  expect(existsSync(folder)).toBe(false)
  now += 60_000
  log.write('back\n')
  await until(() => existsSync(folder) && readFileSync(folder, 'utf8') === 'back\n')
  await log.end()
})

it('a folder that is gone loses lines, but ends nothing', async () => {
  const folder = newFolder()
  const file = path.join(folder, 'logs', 'web.log')
  let now = Date.now()
  const log = openLog(file, { now: () => now })
  log.write('first day\n')
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '')
  rmSync(path.dirname(file), { recursive: true })
  writeFileSync(path.dirname(file), 'in its place')
  now += dayMs
  log.write('lost\n')
  rmSync(path.dirname(file))
  now += 60_000
  log.write('back\n')
  await until(() => existsSync(file) && readFileSync(file, 'utf8') === 'back\n')
  await log.end()
})
