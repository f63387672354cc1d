import { ButtonLink } from '@/admin/form/button'

import { Badge } from '@/admin/list/badge'
import { Panel } from '@/admin/shell/panel'
import type { SetupStep } from '@/modules/shop/queries/setup-steps'

/** What a new shop needs before somebody can buy. */
export function SetupChecklist({ steps }: { steps: SetupStep[] }) {
  return (
    <Panel title="First steps">
      <ol className="df-entries">
        {steps.map(({ name, text, href, button, isDone }) => (
          <li key={name} className="df-entry df-entry--middle df-entry--wrap">
            <p>{text}</p>
            {isDone ? (
              <Badge tone="good">Done</Badge>
            ) : (
              <ButtonLink small href={href}>
                {button}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
