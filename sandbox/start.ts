import { rmSync } from 'node:fs'

import { controlApp } from './control/app'
import { createClock } from './core/clock'
import { createFaults } from './core/fault-injection'
import { bind, listen, type Listener, LOOPBACK } from './core/listen'
import type { Provider, ProviderRuntime } from './core/provider'
import { withProviderMiddleware } from './core/provider-middleware'
import { createJournal } from './core/request-log'
import { createStore, type Store, writeAtomically } from './core/state-store'
import { createEtsy } from './etsy/provider'
import { createFacebookPages } from './facebook/provider'
import { createFacebook } from './identity/facebook/provider'
import { createGoogle } from './identity/google/provider'
import { createTikTok } from './identity/tiktok/provider'
import { createInstagram } from './instagram/provider'
import { createLinkedIn } from './linkedin/provider'
import { createMail } from './mail/provider'
import { createMailchimp } from './mailchimp/provider'
import { createPayPal } from './paypal/provider'
import { createPrintful, type PrintfulOptions } from './printful/provider'
import { createS3 } from './s3/provider'
import { createTikTokVideos } from './tiktok/provider'
import { createX } from './x/provider'

export interface SandboxOptions extends PrintfulOptions {
  /** Ports by name: `smtp`, `control`, and each provider's. Absent or 0 takes a free one. */
  ports?: Partial<Record<string, number>>
  /** Where PayPal's default webhook `WH-SANDBOX` delivers. */
  webhookUrl?: string
  /** The wait before a webhook's second delivery; it doubles from there. */
  webhookRetryMs?: number
  /** Width and height of the pictures that providers link to (800 by default); small ones make tests fast. */
  pictureSize?: number
  /** How many emails the outbox has (1,000 by default); older ones are dropped. */
  maxMails?: number
  /** Keeps the ledgers and the outbox over a restart. */
  dataDir?: string
  /** File that gets `{ pid, ports }` once everything listens. Removed at a clean stop. */
  stateFile?: string
}

export interface Sandbox {
  ports: Record<string, number>
  /** Flushes the stores and removes the state file; synchronous, for a process that exits at once. */
  end: () => void
  stop: () => Promise<void>
}

/** Starts all fakes on the loopback address; rejects if a requested port is in use. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createClock()
  const faults = createFaults()
  const journal = createJournal()
  const watch = { clock, faults, journal }
  const ports: Record<string, number> = {}
  const stores: Store<object>[] = []
  const listeners: Listener[] = []
  const requestedPort = (name: string) => options.ports?.[name] ?? 0

  /** `name` is the provider's, for its port, its origin, and its file. */
  const runtime = (name: string): ProviderRuntime => ({
    clock,
    pictureSize: options.pictureSize ?? 800,
    origin: () => `http://${LOOPBACK}:${ports[name] ?? 0}`,
    store: (empty) => {
      const store = createStore(name, empty, options.dataDir)
      stores.push(store)
      return store
    },
  })

  // A new provider is one line here and one in scripts/sandbox-services.mjs.
  const mail = createMail(runtime('mail'), watch, options.maxMails)
  const providers: Provider[] = [
    createPayPal(runtime('paypal'), options),
    mail,
    createPrintful(runtime('printful'), options),
    createGoogle(runtime('google-sign-in')),
    createFacebook(runtime('facebook-sign-in')),
    createTikTok(runtime('tiktok-sign-in')),
    createEtsy(runtime('etsy')),
    createMailchimp(runtime('mailchimp')),
    createInstagram(runtime('instagram')),
    createTikTokVideos(runtime('tiktok')),
    createFacebookPages(runtime('facebook')),
    createX(runtime('x')),
    createLinkedIn(runtime('linkedin')),
    createS3(runtime('s3')),
  ]

  const end = () => {
    for (const store of stores) store.flush()
    if (options.stateFile) rmSync(options.stateFile, { force: true })
  }
  const stop = async () => {
    for (const provider of providers) provider.stop?.()
    await Promise.all(listeners.map((listener) => listener.close()))
    end()
  }

  try {
    for (const provider of providers) {
      const app = provider === mail ? mail.app : withProviderMiddleware(provider, watch)
      await open(provider.name, () => listen(app, requestedPort(provider.name)))
    }
    ports.smtp = await bind(mail.smtp.server, requestedPort('smtp'))
    await open('control', () =>
      listen(controlApp({ ...watch, providers, ports }), requestedPort('control')),
    )
  } catch (error) {
    await stop()
    throw error
  }
  for (const provider of providers) provider.started?.()
  if (options.stateFile)
    writeAtomically(options.stateFile, JSON.stringify({ pid: process.pid, ports }))
  return { ports, end, stop }

  async function open(name: string, start: () => Promise<Listener>): Promise<void> {
    const listener = await start()
    listeners.push(listener)
    ports[name] = listener.port
  }
}
