import { Link } from '@payloadcms/ui'
import { Badge } from '../parts/badge'
import { Panel } from '../parts/panel'
import type { FirstStep } from '../../queries/first-steps'

/** What a new shop needs before somebody can buy. */
export const FirstSteps = ({ steps }: { steps: FirstStep[] }) => (
  <Panel title="First steps">
    <ol className="df-entries">
      {steps.map(({ name, text, href, button, isDone }) => (
        <li key={name} className="df-entry df-entry--middle df-entry--wrap">
          <p>{text}</p>
          {isDone ? <Badge tone="good">Done</Badge> : <Link className="df-button df-button--line df-button--small" href={href} prefetch={false}>{button}</Link>}
        </li>
      ))}
    </ol>
  </Panel>
)
