import { Time } from '@/admin/shell/facts'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import {
  type FailedJob,
  type FailingJobs,
  getSystemHealth,
  getVersions,
  type SystemHealth,
} from '@/modules/shop/queries/system-health'
import { connectionLabels } from '@/platform/connections/definitions'
import { env, isDemoMode } from '@/platform/env'

import { HealthRow } from './health-row'
import { JobActions } from './job-actions'
import { ServiceHealth } from './service-health'

const quietMinutes = 5

const names: Record<string, string> = { ...connectionLabels, paypal: 'PayPal' }
const nameOf = (service: string): string => names[service] ?? service

const isWorkerWell = ({ workerSeenAt }: SystemHealth, now: Date): boolean =>
  workerSeenAt !== null && now.getTime() - Date.parse(workerSeenAt) < quietMinutes * 60_000

const Job = ({ job }: { job: FailedJob }) => (
  <li className="df-entry df-desk__entry">
    <div>
      <p className="df-desk__title">{job.task.replaceAll('-', ' ')}</p>
      <p className="df-entry__meta">
        tried {pluralize(job.attempts, 'time')}, last on <Time at={job.runAt} />
      </p>
      <p className="df-desk__body df-code">
        {job.lastError.slice(0, 400) || 'No reason was kept.'}
      </p>
    </div>
    <JobActions id={Number(job.id)} task={job.task} />
  </li>
)

const Failing = ({ work }: { work: FailingJobs }) => (
  <li className="df-entry df-desk__entry">
    <div>
      <p className="df-desk__title">
        {work.task.replaceAll('-', ' ')}
        {work.jobs > 1 ? `, ${work.jobs.toLocaleString('en-US')} times` : ''}
      </p>
      <p className="df-entry__meta">
        tried {pluralize(work.attempts, 'time')}, again at <Time at={work.nextAt} />
      </p>
      <p className="df-desk__body df-code">{work.lastError}</p>
    </div>
  </li>
)

/** How the parts of the shop are, for whoever has to mend one. */
export const HealthScreen = defineScreen({
  requires: 'users:activate',
  show: async ({ payload }) => {
    const now = new Date()
    const [health, versions] = [await getSystemHealth(payload), getVersions()]
    const worker = isWorkerWell(health, now)
    const isWell =
      worker &&
      health.lateJobs === 0 &&
      health.failedJobs.length === 0 &&
      health.failing.length === 0
    return {
      title: 'Health',
      lead: isWell ? 'Nothing has failed.' : 'Something needs a look.',
      children: (
        <div className="df-columns">
          <div>
            <Panel title="Background work that has given up">
              {health.failedJobs.length > 0 ? (
                <ul className="df-entries">
                  {health.failedJobs.map((job) => (
                    <Job key={job.id} job={job} />
                  ))}
                </ul>
              ) : (
                <p className="df-panel__text">
                  None. Work that fails is tried again with growing pauses for about four hours
                  before it stands here.
                </p>
              )}
            </Panel>
            {health.failing.length > 0 ? (
              <Panel title="Background work that keeps failing">
                <ul className="df-entries">
                  {health.failing.map((work) => (
                    <Failing key={`${work.task}${work.lastError}`} work={work} />
                  ))}
                </ul>
              </Panel>
            ) : null}
            <Panel title="What services told us last">
              {health.webhooks.length > 0 ? (
                <dl className="df-facts">
                  {health.webhooks.map(({ provider, lastAt, unprocessed, failed }) => (
                    <HealthRow
                      key={provider}
                      name={nameOf(provider)}
                      isWell={unprocessed === 0 && failed === 0}
                    >
                      <Time at={lastAt} />
                      {unprocessed > 0 ? `, ${unprocessed} not worked off` : ''}
                      {failed > 0 ? `, ${failed} not understood` : ''}
                    </HealthRow>
                  ))}
                </dl>
              ) : (
                <p className="df-panel__text">Nothing has come in yet.</p>
              )}
            </Panel>
          </div>
          <div>
            <Panel title="Parts">
              <dl className="df-facts">
                <HealthRow name="Database" isWell>
                  PostgreSQL {health.databaseVersion}, {health.databaseMegabytes} MB
                </HealthRow>
                <HealthRow name="Worker" isWell={worker}>
                  {health.workerSeenAt ? (
                    <>
                      last seen <Time at={health.workerSeenAt} />
                    </>
                  ) : (
                    'never seen'
                  )}
                  {worker ? '' : '. Mails and scheduled pieces wait for it.'}
                </HealthRow>
                <HealthRow name="Queue" isWell={health.lateJobs === 0}>
                  {pluralize(health.waitingJobs, 'job')} waiting
                  {health.lateJobs > 0 ? `, ${health.lateJobs} late` : ''}
                </HealthRow>
                <ServiceHealth
                  payments={
                    isDemoMode
                      ? 'Rehearsal: no real money'
                      : env.PAYPAL_ENVIRONMENT === 'live'
                        ? 'PayPal, real money'
                        : 'PayPal’s sandbox'
                  }
                  mail={env.SMTP_URL ? `from ${env.MAIL_FROM}` : 'no mail server is set'}
                />
              </dl>
            </Panel>
            {health.connections.length > 0 ? (
              <Panel title="Connections">
                <dl className="df-facts">
                  {health.connections.map(
                    ({ name, isActive, lastGoodAt, lastError, expiresAt }) => (
                      <HealthRow key={name} name={nameOf(name)} isWell={isActive && !lastError}>
                        {isActive
                          ? lastGoodAt
                            ? `last good call ${formatDateTime(lastGoodAt)}`
                            : 'connected'
                          : 'disconnected'}
                        {expiresAt ? `, runs out ${formatDateTime(expiresAt)}` : ''}
                        {lastError ? `. ${lastError}` : ''}
                      </HealthRow>
                    ),
                  )}
                </dl>
              </Panel>
            ) : null}
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
