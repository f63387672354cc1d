import { once } from 'node:events'
import { createServer } from 'node:net'

import { getTestPayload } from '@tests/support/payload'
import { createLocalReq } from 'payload'
import pg from 'pg'
import { pino } from 'pino'

import { errorResponse } from '@/endpoints/http/errors'
import { watchConsole } from '@/platform/logging/json-console'
import { createLogger } from '@/platform/logging/logger'

/** What pg throws when the database takes connections and doesn't answer, as one that is frozen. */
const silenceError = async (): Promise<unknown> => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'none', connectionTimeoutMillis: 50 })
  try {
    return await pool.query('select 1').catch((error: unknown) => error)
  } finally {
    await pool.end()
    silent.close()
  }
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20))
}

const original = { ...console }
afterEach(() => {
  Object.assign(console, original)
  globalThis.dayfernOutageLines = undefined
})

it('while the database can’t be reached, failing calls and pages write one line a second with their count', async () => {
  const lines: string[] = []
  const payload = await getTestPayload()
  const req = await createLocalReq({}, payload)
  const { options } = createLogger('json')
  const write = (line: string): void => void lines.push(line)
  // The logger of the process, and what Next prints, count together.
  payload.logger = pino({ ...options, level: 'info' }, { write })
  console.error = (...given: unknown[]) => void lines.push(given.map(String).join(' '))
  const errors: Error[] = []
  watchConsole({ asJson: false, processName: 'web', onError: (error) => void errors.push(error) })

  const error = await silenceError()
  const failOften = (times: number): void => {
    for (let call = 0; call < times; call += 1) {
      expect(errorResponse(req, error).status).toBe(503)
      console.error('A page failed', error)
    }
  }
  failOften(200)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'A call failed',
    err: { message: expect.stringMatching(/timeout/) as string },
  })
  errorResponse(req, new Error('something else'))
  expect(lines).toHaveLength(2)
  await until(() => lines.length > 2)
  expect(lines[2]).toContain('The database can’t be reached: 399 more failures')

  failOften(50)
  expect(lines).toHaveLength(3)
  await until(() => lines.length > 3)
  expect(lines[3]).toContain('100 more failures')
  expect(errors).toEqual([])
})
