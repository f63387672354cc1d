import { startSandbox } from './start'

/*
 * The fakes of the external services, as a separate process:
 * `node scripts/run.mjs sandbox/main.ts`. Prints one line of JSON once everything
 * listens; ends at once on SIGTERM or SIGINT. See README.md for the variables.
 */

const { env } = process

const sandbox = await startSandbox({
  ports: JSON.parse(env.SANDBOX_PORTS ?? '{}') as Record<string, number>,
  printfulProgressMs: Number(env.SANDBOX_PRINTFUL_PROGRESS_MS ?? 20_000),
  ...(env.SANDBOX_MAX_MAILS && { maxMails: Number(env.SANDBOX_MAX_MAILS) }),
  ...(env.SANDBOX_WEBHOOK_URL && { webhookUrl: env.SANDBOX_WEBHOOK_URL }),
  ...(env.SANDBOX_DATA_DIR && { dataDir: env.SANDBOX_DATA_DIR }),
  ...(env.SANDBOX_STATE_FILE && { stateFile: env.SANDBOX_STATE_FILE }),
}).catch((error: Error) => {
  console.error(`The sandbox cannot start: ${error.message}`)
  process.exit(1)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    sandbox.end()
    process.exit(0)
  })
}

console.log(JSON.stringify({ ready: true, ports: sandbox.ports }))
