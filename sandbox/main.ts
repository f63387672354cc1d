import { startSandbox } from './start'

/*
 * The local double of the outside parties, as a process of its own:
 * `node scripts/run.mjs sandbox/main.ts`. Prints one line of JSON once everything
 * listens; ends at once on SIGTERM or SIGINT. See README.md for the variables.
 */

const { env } = process
const port = (name: string): number => Number(env[`SANDBOX_${name}_PORT`] ?? 0)

const sandbox = await startSandbox({
  ports: {
    paypal: port('PAYPAL'),
    smtp: port('SMTP'),
    mail: port('MAIL'),
    control: port('CONTROL'),
    'google-sign-in': port('GOOGLE_SIGN_IN'),
    'facebook-sign-in': port('FACEBOOK_SIGN_IN'),
    'tiktok-sign-in': port('TIKTOK_SIGN_IN'),
    printful: port('PRINTFUL'),
    etsy: port('ETSY'),
    mailchimp: port('MAILCHIMP'),
    instagram: port('INSTAGRAM'),
    tiktok: port('TIKTOK'),
    facebook: port('FACEBOOK'),
    x: port('X'),
    linkedin: port('LINKEDIN'),
  },
  printfulProgressMs: Number(env.SANDBOX_PRINTFUL_PROGRESS_MS ?? 20_000),
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
