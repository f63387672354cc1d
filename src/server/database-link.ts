import pg from 'pg'

import { invalidationChannel } from '@/platform/cache-tags'

const reconnectMs = 1000
const pingMs = 1000
/** How long the database may take to answer before it counts as down. */
const answerTimeoutMs = 3000
/** The same at the start of the process, which is busy loading pages and may read the response seconds later. */
const firstAnswerTimeoutMs = 15_000

const parseTags = (payload: string | undefined): string[] => {
  try {
    const tags: unknown = JSON.parse(payload ?? '')
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : ['*']
  } catch {
    return ['*']
  }
}

const wait = (ms: number): Promise<'late'> =>
  new Promise((resolve) => void setTimeout(resolve, ms, 'late'))

/** Whether the response came in time. A process that was busy itself gets a moment to read it. */
const isInTime = async (query: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([query, wait(answerTimeoutMs)])) !== 'late' ||
  (await Promise.race([query, wait(250)])) !== 'late'

/** What the web process knows of the database. */
export type DatabaseState = {
  /** False from the first failed attempt to reconnect, or an unanswered ping, until the database answers again. */
  readonly isUp: boolean
  /** Calls the listener each time the database stops answering. */
  onDown: (listener: () => void) => void
}

type Options = {
  connectionString: string
  /** Tags whose pages changed; `*` for all. */
  onInvalidate: (tags: readonly string[]) => void
  /** Called each time the database stops answering, and when it answers again. */
  onChange?: (isUp: boolean) => void
}

/**
 * One connection that listens for invalidated tags (src/platform/cache-tags.ts), which arrive after the commit, and
 * asks each second whether the database still answers. While it's down, notifications are missed, so each new
 * connection begins with `*`. It reconnects forever.
 */
export class DatabaseLink implements DatabaseState {
  isUp = true
  private client: pg.Client | undefined
  private isStopped = false
  private readonly knownMigrations = new Set<string>()
  private readonly migrationChecks = new Map<string, Promise<boolean>>()
  private readonly listeners: (() => void)[] = []
  private readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  onDown(listener: () => void): void {
    this.listeners.push(listener)
  }

  /** Returns once the first attempt to connect is over. */
  async start(): Promise<void> {
    await this.connect(firstAnswerTimeoutMs)
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await this.client?.end().catch(() => {})
  }

  /**
   * Whether the database has this migration; false if the database can't be reached. Proxies may ask faster than it
   * answers; they share one query, because pg runs one at a time.
   */
  async hasMigration(name: string): Promise<boolean> {
    if (this.knownMigrations.has(name)) return true
    const check = this.migrationChecks.get(name) ?? this.findMigration(name)
    this.migrationChecks.set(name, check)
    return check
  }

  private async findMigration(name: string): Promise<boolean> {
    const migration = await this.client
      ?.query('select 1 from payload_migrations where name = $1', [name])
      .catch(() => null)
    this.migrationChecks.delete(name)
    if (migration?.rowCount) this.knownMigrations.add(name)
    return Boolean(migration?.rowCount)
  }

  private async connect(timeoutMs = answerTimeoutMs): Promise<void> {
    if (this.isStopped) return
    const client = new pg.Client({
      connectionString: this.options.connectionString,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      application_name: 'dayfern cache invalidation',
    })
    this.client = client
    this.migrationChecks.clear()
    let isLost = false
    const handleLoss = (wasConnected: boolean): void => {
      if (isLost || this.isStopped) return
      isLost = true
      client.end().catch(() => {})
      // A cut connection to a database that answers is replaced without anyone noticing.
      if (!wasConnected) this.markDown()
      setTimeout(() => void this.connect(), wasConnected ? 0 : reconnectMs).unref()
    }
    let isConnected = false
    client.on('error', () => handleLoss(isConnected))
    client.on('end', () => handleLoss(isConnected))
    client.on('notification', ({ payload }) => this.options.onInvalidate(parseTags(payload)))
    try {
      await client.connect()
      if (!(await isInTime(client.query(`listen ${invalidationChannel}`)))) return handleLoss(false)
      isConnected = true
      if (!this.isUp) this.options.onChange?.(true)
      this.isUp = true
      this.options.onInvalidate(['*'])
      void this.watch(client, () => handleLoss(false))
    } catch {
      handleLoss(false)
    }
  }

  /** Pings until the connection ends. */
  private async watch(client: pg.Client, onSilence: () => void): Promise<void> {
    try {
      while (this.client === client && !this.isStopped) {
        await wait(pingMs)
        if (!(await isInTime(client.query('select 1')))) return onSilence()
      }
    } catch {
      // The connection's own events say so.
    }
  }

  private markDown(): void {
    if (!this.isUp) return
    this.isUp = false
    console.error('The database isn’t responding. Cached pages are still served.')
    this.options.onChange?.(false)
    for (const listener of this.listeners) listener()
  }
}
