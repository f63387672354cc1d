import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const { takeFolder } = await import('../../../scripts/lockfile.mjs')

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

const startProgram = async (): Promise<{ pid: number; child: ChildProcess }> => {
  const child = spawn(
    process.execPath,
    ['-e', 'setInterval(() => {}, 1000); console.log("ready")'],
    { detached: true },
  )
  started.push(child)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return { pid: child.pid ?? 0, child }
}
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

/** What a killed shop leaves behind: a lock file and one program that is still running. */
const killedShop = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
  const file = path.join(folder, 'running.json')
  const program = await startProgram()
  const lock = await takeFolder(folder)
  lock.note(program.pid)
  return {
    folder,
    file,
    ...program,
    state: JSON.parse(readFileSync(file, 'utf8')) as {
      pid: number
      startTime: string
      children: { pid: number; startTime: string }[]
    },
  }
}

it('a leftover program of a killed shop is stopped when its folder is taken', async () => {
  const { folder, file, child, state } = await killedShop()
  writeFileSync(file, JSON.stringify({ ...state, startTime: '1' }))
  await takeFolder(folder)
  expect(hasEnded(child)).toBe(true)
})

it('a lock that can’t be written anymore still holds, and programs still start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
  const file = path.join(folder, 'running.json')
  const lock = await takeFolder(folder)
  const locked = readFileSync(file, 'utf8')
  // A folder in the way, as a full disk would be.
  mkdirSync(`${file}.part`)
  lock.note(process.pid)
  expect(readFileSync(file, 'utf8')).toBe(locked)
})

it('an unrelated program that reused the process ID is left running', async () => {
  const { folder, file, child, state } = await killedShop()
  writeFileSync(
    file,
    JSON.stringify({
      ...state,
      startTime: '1',
      children: state.children.map(({ pid }) => ({ pid, startTime: '1' })),
    }),
  )
  await takeFolder(folder)
  expect(hasEnded(child)).toBe(false)
})

it('the folder of a running shop can’t be taken', async () => {
  const { folder, file, pid, state } = await killedShop()
  const owner = state.children[0]
  writeFileSync(file, JSON.stringify({ ...owner, children: [] }))
  await expect(takeFolder(folder)).rejects.toThrow(`process ${pid}`)
})

it('a broken or outdated lock file is ignored, and releasing the lock deletes the file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
  const file = path.join(folder, 'running.json')
  for (const text of ['', '{"pid":1,"children":[1,2]}']) {
    writeFileSync(file, text)
    const lock = await takeFolder(folder)
    lock.release()
    expect(existsSync(file)).toBe(false)
  }
})
