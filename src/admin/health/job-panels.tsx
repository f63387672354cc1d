import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { Entries, InboxEntry } from '@/admin/list/entries'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import type { FailedJob, FailingJobs, SystemHealth } from '@/modules/shop/queries/system-health'
import { maxJobAttempts } from '@/platform/job-queue'
import { pluralize } from '@/platform/pluralize'

const Job = ({ job: { id, task, attempts, runAt, lastError } }: { job: FailedJob }) => {
  const path = `/api/admin/health/jobs/${Number(id)}`
  const failed = 'Something went wrong'
  return (
    <InboxEntry
      title={task.replaceAll('-', ' ')}
      meta={
        <>
          tried {pluralize(attempts, 'time')}, last on <Time at={runAt} />
        </>
      }
      actions={
        <div className="df-row-actions">
          <ConfirmAction
            variant="ghost"
            text="Discard"
            label={`Discard ${task}`}
            question="Discard this job?"
            verb="Discard"
            request={{ path, body: { action: 'forget' }, done: 'Job discarded', failed }}
          >
            It won’t be retried. If it was an email, it won’t be sent.
          </ConfirmAction>
          <ActionButton
            small
            label={`Try ${task} again`}
            request={{ path, body: { action: 'retry' }, done: 'Retrying now', failed }}
          >
            Try again
          </ActionButton>
        </div>
      }
    >
      <p className="df-inbox__body df-code">
        {lastError.slice(0, 400) || 'No error was recorded.'}
      </p>
    </InboxEntry>
  )
}

const RetriedJobs = ({
  jobs: { task, jobs, attempts, nextAt, lastError },
}: {
  jobs: FailingJobs
}) => (
  <InboxEntry
    title={`${task.replaceAll('-', ' ')}${jobs > 1 ? `, ${jobs.toLocaleString('en-US')} times` : ''}`}
    meta={
      <>
        tried {pluralize(attempts, 'time')}, again at <Time at={nextAt} />
      </>
    }
  >
    <p className="df-inbox__body df-code">{lastError}</p>
  </InboxEntry>
)

/** Background jobs that failed, and those that fail and will be tried again. */
export function JobPanels({ health: { failedJobs, failing } }: { health: SystemHealth }) {
  return (
    <>
      <Panel title="Failed background jobs">
        {failedJobs.length > 0 ? (
          <Entries>
            {failedJobs.map((job) => (
              <Job key={job.id} job={job} />
            ))}
          </Entries>
        ) : (
          <p className="df-panel__text">
            None. Failed jobs are retried with increasing delays, {maxJobAttempts} times over about
            16 hours, before they show up here.
          </p>
        )}
      </Panel>
      {failing.length > 0 ? (
        <Panel title="Background jobs being retried">
          <Entries>
            {failing.map((jobs) => (
              <RetriedJobs key={`${jobs.task}${jobs.lastError}`} jobs={jobs} />
            ))}
          </Entries>
        </Panel>
      ) : null}
    </>
  )
}
