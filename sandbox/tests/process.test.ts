import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { bundled } from '../../scripts/bundle.mjs'
import { sandboxPortNames } from '../../scripts/sandbox-services.mjs'
import { startSandbox } from '../start'
import { anOrder, startRig } from './support'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the process reports its ports, writes its state file, and exits on SIGTERM', async () => {
  const stateFile = join(folder, 'state.json')
  const child = spawn(process.execPath, [await bundled('sandbox/main.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', SANDBOX_STATE_FILE: stateFile },
  })
  const { ready, ports } = JSON.parse(await firstLine(child)) as {
    ready: boolean
    ports: Record<string, number>
  }
  expect(ready).toBe(true)
  expect(Object.keys(ports).sort()).toEqual([...sandboxPortNames].sort())
  expect(JSON.parse(readFileSync(stateFile, 'utf8'))).toEqual({ pid: child.pid, ports })
  expect((await fetch(`http://localhost:${ports.paypal}/web-sdk/v6/core`)).status).toBe(200)

  const code = await new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM'))
  expect(code).toBe(0)
  expect(existsSync(stateFile)).toBe(false)
}, 20_000)

test('a port that is already in use is an error', async () => {
  const first = await startSandbox()
  await expect(startSandbox({ ports: { paypal: first.ports.paypal } })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await first.stop()
})

test('orders, captures, and Request-Ids survive a restart with a data folder', async () => {
  const dataDir = join(folder, 'data')
  const key = { 'PayPal-Request-Id': 'before-the-restart' }
  const before = await startRig('sandbox-test-restart', { dataDir })
  const { body } = await before.paypal.createOrder(anOrder(), key)
  const paid = await before.paid()
  await before.stop()

  const after = await startRig('sandbox-test-restart-2', { dataDir })
  const again = await after.client('sandbox-test-restart').createOrder(anOrder(), key)
  expect([again.status, again.body.id]).toEqual([200, body.id])
  expect((await after.client('sandbox-test-restart').getCapture(paid.id)).body.status).toBe(
    'COMPLETED',
  )
  await after.control('POST', '/reset')
  expect(await after.control('GET', '/paypal/ledger')).toMatchObject({
    orders: [],
    captures: [],
    refunds: [],
  })
  await after.stop()
})

test('the control port rejects requests from web pages', async () => {
  const rig = await startRig('sandbox-test-pages')
  const response = await fetch(`http://127.0.0.1:${rig.sandbox.ports.control}/reset`, {
    method: 'POST',
    headers: { origin: 'http://evil.example' },
  })
  expect(response.status).toBe(403)
  await rig.stop()
})

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('no output'))
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
}
