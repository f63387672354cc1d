import { defineConfig } from '@playwright/test'

/** The browser tests run against a production build with its own database and sandbox; scripts/test.mjs starts both. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Set for `npm test`. The option --grep wouldn't apply to the journeys, on which `alone` depends.
  grep: process.env.ONLY_CORE ? /@core/ : undefined,
  outputDir: '.data/test/browser',
  // For what hangs: a busy machine may need a multiple of what a test usually takes.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // One more than cores: much of a journey is waiting.
  workers: 3,
  fullyParallel: true,
  // One test of a run may pass on its second try: scripts/test.mjs reports it with its trace, and fails from the second.
  retries: 1,
  // What kills processes, or takes away what other tests need, runs last and alone.
  projects: [
    { name: 'journeys', testIgnore: '**/alone/**' },
    { name: 'alone', testMatch: '**/alone/**', dependencies: ['journeys'], workers: 1 },
  ],
  use: {
    baseURL: process.env.SHOP_URL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Animations cost CPU and change no outcome; a test about motion sets this itself.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test costs a third of the time: TRACE=1 to record each first try.
    trace: process.env.TRACE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
