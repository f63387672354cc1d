import { env, isRehearsal } from '../../env'
import { connectionLabels } from '../../domain/integration'
import { type FailedJob, type FailingWork, getHealth, getVersions, type Health } from '../../queries/admin-health'
import { counted } from '../parts/counted'
import { formatMoment } from '../parts/dates'
import { Panel } from '../parts/panel'
import { screen } from '../screen'
import { Fact } from './fact'
import { JobActions } from './job-actions'
import { ServiceFacts } from './service-facts'

const quietMinutes = 5

const names: Record<string, string> = { ...connectionLabels, paypal: 'PayPal' }
const nameOf = (service: string): string => names[service] ?? service

const isWorkerWell = ({ workerSeenAt }: Health, now: Date): boolean => workerSeenAt !== null && now.getTime() - Date.parse(workerSeenAt) < quietMinutes * 60_000

const Job = ({ job }: { job: FailedJob }) => (
  <li className="df-entry df-desk__entry">
    <div>
      <p className="df-desk__title">{job.task.replaceAll('-', ' ')}</p>
      <p className="df-entry__meta">tried {counted(job.attempts, 'time')}, last on <time dateTime={job.runAt}>{formatMoment(job.runAt)}</time></p>
      <p className="df-desk__body df-code">{job.lastError.slice(0, 400) || 'No reason was kept.'}</p>
    </div>
    <JobActions id={Number(job.id)} task={job.task} />
  </li>
)

const Failing = ({ work }: { work: FailingWork }) => (
  <li className="df-entry df-desk__entry">
    <div>
      <p className="df-desk__title">{work.task.replaceAll('-', ' ')}{work.jobs > 1 ? `, ${work.jobs.toLocaleString('en-US')} times` : ''}</p>
      <p className="df-entry__meta">tried {counted(work.attempts, 'time')}, again at <time dateTime={work.nextAt}>{formatMoment(work.nextAt)}</time></p>
      <p className="df-desk__body df-code">{work.lastError}</p>
    </div>
  </li>
)

/** How the parts of the shop are, for whoever has to mend one. */
export const HealthScreen = screen({
  requires: 'users:activate',
  show: async ({ payload }) => {
    const now = new Date()
    const [health, versions] = [await getHealth(payload), getVersions()]
    const worker = isWorkerWell(health, now)
    const isWell = worker && health.lateJobs === 0 && health.failedJobs.length === 0 && health.failing.length === 0
    return {
      title: 'Health',
      lead: isWell ? 'Nothing has failed.' : 'Something needs a look.',
      children: (
        <div className="df-columns">
          <div>
            <Panel title="Background work that has given up">
              {health.failedJobs.length > 0
                ? <ul className="df-entries">{health.failedJobs.map((job) => <Job key={job.id} job={job} />)}</ul>
                : <p className="df-panel__text">None. Work that fails is tried again with growing pauses for about four hours before it stands here.</p>}
            </Panel>
            {health.failing.length > 0 ? (
              <Panel title="Background work that keeps failing">
                <ul className="df-entries">{health.failing.map((work) => <Failing key={`${work.task}${work.lastError}`} work={work} />)}</ul>
              </Panel>
            ) : null}
            <Panel title="What services told us last">
              {health.webhooks.length > 0
                ? (
                  <dl className="df-facts">{health.webhooks.map(({ provider, lastAt, unprocessed, failed }) => (
                    <Fact key={provider} name={nameOf(provider)} isWell={unprocessed === 0 && failed === 0}><time dateTime={lastAt}>{formatMoment(lastAt)}</time>{unprocessed > 0 ? `, ${unprocessed} not worked off` : ''}{failed > 0 ? `, ${failed} not understood` : ''}</Fact>
                  ))}</dl>
                )
                : <p className="df-panel__text">Nothing has come in yet.</p>}
            </Panel>
          </div>
          <div>
            <Panel title="Parts">
              <dl className="df-facts">
                <Fact name="Database" isWell>PostgreSQL {health.databaseVersion}, {health.databaseMegabytes} MB</Fact>
                <Fact name="Worker" isWell={worker}>{health.workerSeenAt ? <>last seen <time dateTime={health.workerSeenAt}>{formatMoment(health.workerSeenAt)}</time></> : 'never seen'}{worker ? '' : '. Mails and scheduled pieces wait for it.'}</Fact>
                <Fact name="Queue" isWell={health.lateJobs === 0}>{counted(health.waitingJobs, 'job')} waiting{health.lateJobs > 0 ? `, ${health.lateJobs} late` : ''}</Fact>
                <ServiceFacts payments={isRehearsal ? 'Rehearsal: no real money' : env.PAYPAL_ENVIRONMENT === 'live' ? 'PayPal, real money' : 'PayPal’s sandbox'} mail={env.SMTP_URL ? `from ${env.MAIL_FROM}` : 'no mail server is set'} />
              </dl>
            </Panel>
            {health.connections.length > 0 ? (
              <Panel title="Connections">
                <dl className="df-facts">{health.connections.map(({ name, isActive, lastGoodAt, lastError, expiresAt }) => (
                  <Fact key={name} name={nameOf(name)} isWell={isActive && !lastError}>{isActive ? (lastGoodAt ? `last good call ${formatMoment(lastGoodAt)}` : 'connected') : 'disconnected'}{expiresAt ? `, runs out ${formatMoment(expiresAt)}` : ''}{lastError ? `. ${lastError}` : ''}</Fact>
                ))}</dl>
              </Panel>
            ) : null}
            <Panel title="Versions">
              <dl className="df-facts">
                {versions.map(({ name, version }) => <Fact key={name} name={name}>{version}</Fact>)}
                <Fact name="Time zone">{env.SHOP_TIME_ZONE}</Fact>
              </dl>
            </Panel>
          </div>
        </div>
      ),
    }
  },
})
