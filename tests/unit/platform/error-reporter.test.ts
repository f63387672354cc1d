import { EnvelopeReceiver } from '@tests/support/receivers/envelopes'

import { AppError } from '@/platform/errors'
import { ErrorReporter } from '@/platform/observability/error-reporter'
import { runWork } from '@/platform/observability/work-context'

let receiver: EnvelopeReceiver
let reporter: ErrorReporter
beforeEach(async () => {
  receiver = new EnvelopeReceiver()
  reporter = new ErrorReporter({
    dsn: await receiver.start(),
    release: 'dayfern@1.2.3',
    environment: 'staging',
    process: 'worker',
  })
})
afterEach(() => receiver.stop())

const failHere = (message: string, cause?: Error): Error => new Error(message, { cause })

it('sends an error with its causes, release, process, and request in Sentry’s format', async () => {
  runWork({ fields: { requestId: 'req-12345678', job: 'submit-order', orderId: 7 } }, () =>
    reporter.report(failHere('Could not submit', new TypeError('No answer'))),
  )
  await reporter.flush()
  expect(receiver.problems).toEqual([])
  expect(receiver.events).toMatchObject([
    {
      release: 'dayfern@1.2.3',
      environment: 'staging',
      tags: { process: 'worker', request_id: 'req-12345678', job: 'submit-order' },
      exception: {
        values: [
          { type: 'TypeError', value: 'No answer' },
          { type: 'Error', value: 'Could not submit' },
        ],
      },
    },
  ])
  const frames = receiver.events[0]?.exception.values.at(-1)?.stacktrace.frames
  expect(frames?.at(-1)).toMatchObject({
    function: 'failHere',
    filename: 'tests/unit/platform/error-reporter.test.ts',
    in_app: true,
  })
})

it('sends no email addresses, user input, links, keys, or local paths', async () => {
  reporter.report(
    failHere(
      `Key (email)=(ana@example.com) already exists, "Canary Row 1" at https://shop.test/orders/DF-1?key=${'ab'.repeat(16)} and ${'cd'.repeat(16)}`,
    ),
  )
  await reporter.flush()
  expect(receiver.events).toHaveLength(1)
  const text = receiver.texts.join('')
  expect(text).not.toMatch(/ana@|Canary|abab|cdcd/)
  expect(text).not.toContain(process.cwd())
})

it('sends an error once, even if it is reported twice or repeats within a minute', async () => {
  const error = failHere('Again')
  reporter.report(error)
  reporter.report(error)
  for (let turn = 0; turn < 20; turn += 1) reporter.report(failHere('Again'))
  await reporter.flush()
  expect(receiver.events).toHaveLength(1)
})

it('sends at most 30 different errors per minute, and no validation errors', async () => {
  reporter.report(new AppError('invalid', 'Some fields need your attention.'))
  for (let turn = 0; turn < 100; turn += 1) {
    const error = failHere('Different')
    error.name = `Kind${turn}`
    reporter.report(error)
    await reporter.flush()
  }
  expect(receiver.events).toHaveLength(30)
})

it('pauses when the service asks for it', async () => {
  receiver.mode = 'busy'
  reporter.report(failHere('First'))
  await reporter.flush()
  receiver.mode = 'ok'
  const second = failHere('Second')
  second.name = 'SecondError'
  reporter.report(second)
  await reporter.flush()
  expect(receiver.events).toEqual([])
})

it('drops further errors, instead of collecting them, while the service doesn’t respond', async () => {
  receiver.mode = 'silent'
  for (let turn = 0; turn < 50; turn += 1) {
    const error = failHere('Unheard')
    error.name = `Kind${turn}`
    reporter.report(error)
  }
  await reporter.flush()
  expect(receiver.requests).toBe(5)
})

it('accepts any thrown value', async () => {
  for (const thrown of [null, undefined, 'a text with ana@example.com', { a: 1 }])
    expect(() => reporter.report(thrown)).not.toThrow()
  await reporter.flush()
  expect(receiver.problems).toEqual([])
  expect(receiver.texts.join('')).not.toContain('ana@')
})
