import { z } from 'zod'

import type { IdentityProvider } from './identity-providers'

const storageKeys = [
  'STORAGE_ENDPOINT',
  'STORAGE_BUCKET',
  'STORAGE_ACCESS_KEY_ID',
  'STORAGE_SECRET_ACCESS_KEY',
] as const

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * Reads and checks the environment of the shop; backup programs have a reader of their own
 * (src/modules/backups/settings.ts). A variable that is missing or wrong stops the process at start with one line per
 * variable; nothing later checks again.
 */
const schema = z
  .object({
    /** Set by Next while it builds. */
    NEXT_PHASE: z.string().optional(),
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    /** Public URL of the shop, without a trailing slash. Links in emails and the origin check use it. */
    SERVER_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
    /** Past a pooler in transaction mode, for the connection of the web process that listens; DATABASE_URL unless set. */
    DATABASE_DIRECT_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
    /** Maximum connections of this process; Payload holds one of them. */
    DATABASE_POOL_MAX: z.coerce.number().int().min(3).max(100).default(10),
    PAYLOAD_SECRET: z.string().min(32, 'must have at least 32 characters'),
    /** Where uploaded files are, unless there is a bucket. */
    UPLOADS_DIR: z.string().min(1).default('.data/uploads'),
    /** A bucket for uploaded files, at any service that speaks S3's API. */
    STORAGE_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    STORAGE_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
    STORAGE_REGION: z.string().min(1).default('us-east-1'),
    STORAGE_ACCESS_KEY_ID: z.string().min(1).optional(),
    STORAGE_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** Whether the bucket is part of the path, as most services want it, or of the host name. */
    STORAGE_PATH_STYLE: z.stringbool().default(true),
    /** Memory of the web process for files from the bucket, in megabytes. */
    FILE_CACHE_MB: z.coerce.number().int().min(1).max(8192).default(64),
    /** Where `npm run backup` writes, which reads more of them (src/modules/backups/settings.ts). */
    BACKUP_DIR: z.string().min(1).optional(),
    BACKUP_BUCKET: z.string().min(1).optional(),
    /** IANA name; dates in the admin and in emails use it. */
    SHOP_TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'must be an IANA name, such as America/Chicago')
      .default('America/New_York'),

    /** demo = the local sandbox, no real money; sandbox and live are PayPal's own. */
    PAYPAL_ENVIRONMENT: z.enum(['demo', 'sandbox', 'live']),
    PAYPAL_CLIENT_ID: z.string().min(1),
    PAYPAL_CLIENT_SECRET: z.string().min(1),
    PAYPAL_WEBHOOK_ID: z.string().default(''),
    /** Only in demo mode: the address of the local sandbox. */
    PAYPAL_BASE_URL: z.url().optional(),

    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
    /** Address of the owner's account, which the first start creates. */
    OWNER_EMAIL: z.email().optional(),
    MAIL_FROM: z.string().default('Dayfern <hello@dayfern.example>'),
    /** Only in demo mode: the page that shows the emails that were sent. */
    OUTBOX_URL: z.url().optional(),

    /** Social sign-in: a provider is offered when both of its keys are set. */
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    FACEBOOK_APP_ID: z.string().optional(),
    FACEBOOK_APP_SECRET: z.string().optional(),
    TIKTOK_CLIENT_KEY: z.string().optional(),
    TIKTOK_CLIENT_SECRET: z.string().optional(),
    /** Only in demo mode and in tests: the addresses of their fakes, for the server. A browser uses the same port of localhost. */
    GOOGLE_BASE_URL: z.url().optional(),
    FACEBOOK_BASE_URL: z.url().optional(),
    TIKTOK_BASE_URL: z.url().optional(),

    /** Keys of services, which take precedence over those saved in the admin (src/platform/connections/definitions.ts). */
    PRINTFUL_API_TOKEN: z.string().optional(),
    PRINTFUL_STORE_ID: z.string().optional(),
    ETSY_KEYSTRING: z.string().optional(),
    ETSY_SHARED_SECRET: z.string().optional(),
    INSTAGRAM_APP_ID: z.string().optional(),
    INSTAGRAM_APP_SECRET: z.string().optional(),
    TIKTOK_CONTENT_CLIENT_KEY: z.string().optional(),
    TIKTOK_CONTENT_CLIENT_SECRET: z.string().optional(),
    MAILCHIMP_API_KEY: z.string().optional(),
    MAILCHIMP_AUDIENCE_ID: z.string().optional(),
    FACEBOOK_PAGES_APP_ID: z.string().optional(),
    FACEBOOK_PAGES_APP_SECRET: z.string().optional(),
    X_CLIENT_ID: z.string().optional(),
    X_CLIENT_SECRET: z.string().optional(),
    LINKEDIN_CLIENT_ID: z.string().optional(),
    LINKEDIN_CLIENT_SECRET: z.string().optional(),
    /** LinkedIn's API versions are named by month and last about a year; the admin warns before this one ends. */
    LINKEDIN_API_VERSION: z
      .string()
      .regex(/^20\d{2}(0[1-9]|1[0-2])$/, 'must be a year and a month, such as 202607')
      .default('202607'),
    /** Only in demo mode and in tests: the addresses of their fakes. */
    PRINTFUL_BASE_URL: z.url().optional(),
    ETSY_BASE_URL: z.url().optional(),
    INSTAGRAM_BASE_URL: z.url().optional(),
    TIKTOK_CONTENT_BASE_URL: z.url().optional(),
    MAILCHIMP_BASE_URL: z.url().optional(),
    FACEBOOK_PAGES_BASE_URL: z.url().optional(),
    X_BASE_URL: z.url().optional(),
    LINKEDIN_BASE_URL: z.url().optional(),

    /** Number of the shop's own proxies in front of it; the client address is that many entries from the right. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
    /** How long the web process keeps serving after SIGTERM while /readyz says that it stops; longer than two checks of the proxy. */
    DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(3),
    /** One JSON object per line, or text for people; JSON in production, outside of demo mode. */
    LOG_FORMAT: z.enum(['text', 'json']).optional(),
    /** Where errors are reported: Sentry, or anything that speaks its protocol. None when unset. */
    SENTRY_DSN: z.url({ protocol: /^https?$/ }).optional(),
    SENTRY_ENVIRONMENT: z.string().min(1).default('production'),
    SENTRY_RELEASE: z.string().min(1).optional(),
    /** Collector for traces (OTLP over HTTP); none when unset. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** The part of requests and jobs that is traced, from 0 to 1. */
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
    /** Private port on which the web process serves its metrics; none when unset. */
    METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    /** How often the worker looks for jobs that it wasn't notified of, in milliseconds. */
    WORKER_POLL_MS: z.coerce.number().int().min(1).default(1000),
    /** The same for the worker. */
    WORKER_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    /** Memory of the web process for cached pages and responses together, in megabytes. */
    PAGE_CACHE_MB: z.coerce.number().int().min(16).max(8192).default(256),
    /** Uncached pages that one address may render per minute. */
    PAGE_RENDERS_PER_MINUTE: z.coerce.number().int().min(10).max(100_000).default(120),
  })
  .refine((env) => env.PAYPAL_ENVIRONMENT !== 'demo' || env.PAYPAL_BASE_URL, {
    path: ['PAYPAL_BASE_URL'],
    message: 'is required in demo mode',
  })
  .refine((env) => env.PAYPAL_ENVIRONMENT === 'demo' || env.PAYPAL_WEBHOOK_ID, {
    path: ['PAYPAL_WEBHOOK_ID'],
    message: 'is required to receive payments that finish late',
  })
  .refine((env) => env.PAYPAL_ENVIRONMENT === 'demo' || env.SMTP_URL, {
    path: ['SMTP_URL'],
    message: 'is required for live payments, to send receipts',
  })
  .superRefine((env, context) => {
    // Files that go to the folder of one machine by mistake would be missing on the others.
    const missing = storageKeys.filter((name) => env[name] === undefined)
    if (missing.length === storageKeys.length) return
    for (const name of missing)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'is required for the bucket, because other STORAGE_ settings are set',
      })
  })

export type Env = z.infer<typeof schema>

/** @throws Error naming every variable that is missing or wrong. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(nonEmpty, {
    error: ({ input }) => (input === undefined ? 'is missing' : undefined),
  })
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment settings are incomplete. See .env.example.\n${lines.join('\n')}`)
}

export const env = parseEnv(process.env)
export const isBuilding = env.NEXT_PHASE === 'phase-production-build'
export const isDemoMode = env.PAYPAL_ENVIRONMENT === 'demo'
export const logFormat =
  env.LOG_FORMAT ?? (env.NODE_ENV === 'production' && !isDemoMode ? 'json' : 'text')

const toSignInKeys = (id?: string, secret?: string, baseUrl?: string) =>
  id && secret ? { id, secret, baseUrl } : null

/** An attribute for every cookie. Without https, browsers would drop a secure cookie. */
export const secureFlag = env.SERVER_URL.startsWith('https:') ? '; Secure' : ''

/** Keys of the sign-in providers; null where one is missing. `baseUrl` is set where the sandbox replaces a provider. */
export const signInKeys = {
  google: toSignInKeys(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, env.GOOGLE_BASE_URL),
  facebook: toSignInKeys(env.FACEBOOK_APP_ID, env.FACEBOOK_APP_SECRET, env.FACEBOOK_BASE_URL),
  tiktok: toSignInKeys(env.TIKTOK_CLIENT_KEY, env.TIKTOK_CLIENT_SECRET, env.TIKTOK_BASE_URL),
} satisfies Record<IdentityProvider, ReturnType<typeof toSignInKeys>>
