import { ToDoList } from '@/admin/dashboard/tasks'
import { isPaymentTask, listToDoItems, type ToDoItem } from '@/admin/dashboard/to-do-items'
import { ConnectionBadge } from '@/admin/integrations/connection-badge'
import { defineScreen } from '@/admin/screen'
import { Fact } from '@/admin/shell/fact'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import type { ConnectionState } from '@/modules/integrations/queries/connections'
import { type BackupState, getBackupState } from '@/modules/shop/queries/backup-state'
import {
  getSystemHealth,
  getVersions,
  type SystemHealth,
} from '@/modules/shop/queries/system-health'
import { connectionLabels } from '@/platform/connections/definitions'
import { env, isDemoMode } from '@/platform/env'
import { pluralize } from '@/platform/pluralize'

import { HealthRow } from './health-row'
import { JobPanels } from './job-panels'
import { ServiceHealth } from './service-health'

const quietMinutes = 5

const names: Record<string, string> = { ...connectionLabels, paypal: 'PayPal' }
const nameOf = (service: string): string => names[service] ?? service

const isWorkerHealthy = ({ workerSeenAt }: SystemHealth, now: Date): boolean =>
  workerSeenAt !== null && now.getTime() - Date.parse(workerSeenAt) < quietMinutes * 60_000

const isRecoveryHealthy = (backup: BackupState | null): boolean =>
  !backup?.wal || (!backup.wal.isFailing && backup.lastGood?.hasBase === true)

const isWebhookHealthy = ({ failed, late }: SystemHealth['webhooks'][number]): boolean =>
  failed === 0 && late === 0

type Connection = SystemHealth['connections'][number]

const connectionState = ({ isActive, expiresAt }: Connection, now: Date): ConnectionState =>
  !isActive ? 'off' : expiresAt && Date.parse(expiresAt) < now.getTime() ? 'expired' : 'connected'

const isConnectionHealthy = (connection: Connection, now: Date): boolean => {
  const state = connectionState(connection, now)
  return state === 'off' || (state === 'connected' && !connection.lastError)
}

/** Whether no part of the screen needs attention. */
const isSystemHealthy = (
  health: SystemHealth,
  backup: BackupState | null,
  payments: readonly ToDoItem[],
  now: Date,
): boolean =>
  payments.length === 0 &&
  isWorkerHealthy(health, now) &&
  health.lateJobs === 0 &&
  health.failedJobs.length === 0 &&
  health.failing.length === 0 &&
  health.webhooks.every(isWebhookHealthy) &&
  health.connections.every((connection) => isConnectionHealthy(connection, now)) &&
  (backup?.isHealthy ?? isDemoMode) &&
  isRecoveryHealthy(backup)

const WebhooksPanel = ({ health: { webhooks } }: { health: SystemHealth }) => (
  <Panel title="Latest webhooks">
    {webhooks.length > 0 ? (
      <dl className="df-facts">
        {webhooks.map((webhook) => {
          const { provider, lastAt, late, failed } = webhook
          return (
            <HealthRow key={provider} name={nameOf(provider)} isHealthy={isWebhookHealthy(webhook)}>
              <Time at={lastAt} />
              {late > 0 ? `, ${late} unprocessed` : ''}
              {failed > 0 ? `, ${failed} failed` : ''}
            </HealthRow>
          )
        })}
      </dl>
    ) : (
      <p className="df-panel__text">No webhooks yet.</p>
    )}
  </Panel>
)

const lastBackupText = ({ lastGoodAt, lastGood }: BackupState): string => {
  if (!lastGoodAt) return 'None yet'
  const last = `Last on ${formatDateTime(lastGoodAt)}`
  if (!lastGood) return last
  const { bytes, count, places } = lastGood
  return `${last}, ${(bytes / 1e6).toFixed(1)} MB. ${pluralize(count, 'backup')} in ${places}`
}

const walText = ({ lastArchivedAt, isFailing }: NonNullable<BackupState['wal']>): string => {
  const last = lastArchivedAt
    ? `Last archived on ${formatDateTime(lastArchivedAt)}`
    : 'Nothing archived yet'
  return isFailing ? `${last}. Archiving is failing. See PostgreSQL’s log.` : last
}

const BackupRows = ({ backup }: { backup: BackupState | null }) => (
  <>
    <HealthRow name="Backups" isHealthy={backup?.isHealthy ?? (isDemoMode ? undefined : false)}>
      {backup === null ? 'Not set up' : lastBackupText(backup)}
      {backup?.error ? `. The latest run failed: ${backup.error}` : ''}
    </HealthRow>
    {backup?.wal ? (
      <HealthRow name="Point-in-time recovery" isHealthy={isRecoveryHealthy(backup)}>
        {walText(backup.wal)}
        {backup.lastGood?.hasBase === false ? '. No base backup to start from' : ''}
      </HealthRow>
    ) : null}
  </>
)

const PartsPanel = ({
  health,
  worker,
  backup,
}: {
  health: SystemHealth
  worker: boolean
  backup: BackupState | null
}) => (
  <Panel title="System">
    <dl className="df-facts">
      <HealthRow name="Database" isHealthy>
        PostgreSQL {health.databaseVersion}, {health.databaseMegabytes} MB
      </HealthRow>
      <HealthRow name="Worker" isHealthy={worker}>
        {health.workerSeenAt ? (
          <>
            last seen <Time at={health.workerSeenAt} />
          </>
        ) : (
          'never seen'
        )}
        {worker ? '' : '. Emails and scheduled content are on hold until it’s back.'}
      </HealthRow>
      <HealthRow name="Queue" isHealthy={health.lateJobs === 0}>
        {pluralize(health.waitingJobs, 'job')} waiting
        {health.lateJobs > 0 ? `, ${health.lateJobs} late` : ''}
      </HealthRow>
      <BackupRows backup={backup} />
      <ServiceHealth
        payments={
          isDemoMode
            ? 'Demo mode: no real money'
            : env.PAYPAL_ENVIRONMENT === 'live'
              ? 'PayPal, live payments'
              : 'PayPal sandbox'
        }
        mail={env.SMTP_URL ? `from ${env.MAIL_FROM}` : 'no mail server configured'}
      />
    </dl>
  </Panel>
)

/** A service that is used for two things is connected twice. */
const connectionName = ({ name, kind }: Connection): string =>
  name === 'instagram'
    ? `Instagram (${kind === 'posting' ? 'posting' : 'import'})`
    : nameOf(name === 'twitter' ? 'x' : name)

const ConnectionsPanel = ({ health: { connections }, now }: { health: SystemHealth; now: Date }) =>
  connections.length > 0 ? (
    <Panel title="Connections">
      <dl className="df-facts">
        {connections.map((connection) => {
          const { name, kind, lastGoodAt, lastError, expiresAt } = connection
          return (
            <Fact key={`${name} ${kind}`} name={connectionName(connection)}>
              <ConnectionBadge state={connectionState(connection, now)} lastError={lastError} />{' '}
              {[
                lastGoodAt ? `Last successful call ${formatDateTime(lastGoodAt)}.` : '',
                expiresAt ? `Expires ${formatDateTime(expiresAt)}.` : '',
                lastError ?? '',
              ]
                .filter(Boolean)
                .join(' ')}
            </Fact>
          )
        })}
      </dl>
    </Panel>
  ) : null

/** The state of the shop's parts, for the person who maintains them. */
export const HealthScreen = defineScreen({
  requires: 'users:activate',
  show: async ({ payload, user }) => {
    const [health, backup, tasks] = await Promise.all([
      getSystemHealth(payload),
      getBackupState(payload),
      listToDoItems(payload, user.role),
    ])
    const payments = tasks.filter(isPaymentTask)
    const versions = getVersions()
    const now = new Date()
    return {
      title: 'System status',
      lead: isSystemHealthy(health, backup, payments, now)
        ? 'All systems are working.'
        : 'Something needs attention.',
      children: (
        <div className="df-columns">
          <div>
            {payments.length > 0 ? <ToDoList title="Payments" items={payments} /> : null}
            <JobPanels health={health} />
            <WebhooksPanel health={health} />
          </div>
          <div>
            <PartsPanel health={health} worker={isWorkerHealthy(health, now)} backup={backup} />
            <ConnectionsPanel health={health} now={now} />
            <Panel title="Versions">
              <dl className="df-facts">
                {versions.map(({ name, version }) => (
                  <HealthRow key={name} name={name}>
                    {version}
                  </HealthRow>
                ))}
                <HealthRow name="Time zone">{env.SHOP_TIME_ZONE}</HealthRow>
              </dl>
            </Panel>
          </div>
        </div>
      ),
    }
  },
})
