import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { jest } from '@jest/globals'

const { keep, run } = await import('../../../scripts/child-processes.mjs')

it('a child process is restarted, even if it exits during startup', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'keep-'))
  const starts = path.join(folder, 'starts')
  writeFileSync(starts, '0')
  // The first start succeeds, the second and third exit during startup, and the fourth succeeds.
  const program = `
    const fs = require('node:fs'); const n = Number(fs.readFileSync(${JSON.stringify(starts)}, 'utf8')) + 1
    fs.writeFileSync(${JSON.stringify(starts)}, String(n))
    if (n === 2 || n === 3) process.exit(1)
    console.log('stands'); setInterval(() => {}, 1000)`
  const child = keep('The test', process.execPath, ['-e', program], {
    env: process.env,
    logFile: path.join(folder, 'log'),
    ready: (line: string) => line === 'stands',
    restart: true,
    restartMs: 20,
    onExit: undefined,
    onStart: undefined,
  })
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
  try {
    await child.start()
    process.kill(child.pid() as number, 'SIGKILL')
    while (readFileSync(starts, 'utf8') !== '4')
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(child.pid()).toBeGreaterThan(0)
  } finally {
    quiet.mockRestore()
    await child.stop('SIGKILL')
  }
})

it('a log file is readable only by its owner, even if it existed before', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'run-'))
  const log = path.join(folder, 'logs/program.log')
  const old = path.join(folder, 'old.log')
  writeFileSync(old, 'before\n', { mode: 0o644 })
  for (const logFile of [log, old])
    await run(process.execPath, ['-e', "console.log('said')"], { logFile })
  expect([log, old].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
  expect(readFileSync(old, 'utf8')).toBe('before\nsaid\n')
})

it('a message from a program reaches its parent but not the log', async () => {
  const logFile = path.join(mkdtempSync(path.join(tmpdir(), 'run-')), 'program.log')
  const messages: unknown[] = []
  const output = await run(
    process.execPath,
    ['-e', "console.log('said'); process.send({ secret: 'whispered' }, () => process.exit(0))"],
    { logFile, onMessage: (message: unknown) => messages.push(message) },
  )
  expect(messages).toEqual([{ secret: 'whispered' }])
  expect(output).toBe('said\n')
  expect(readFileSync(logFile, 'utf8')).toBe('said\n')
})
