import { ButtonLink } from '@/admin/form/button'
import { Panel } from '@/admin/shell/panel'
import type { SetupStep } from '@/modules/shop/queries/setup-steps'
import { Badge } from '@/ui/badge'

import type { ToDoItem } from './to-do-items'

type TaskProps = Pick<ToDoItem, 'text' | 'href' | 'button'> & { isDone?: boolean }

const Task = ({ text, href, button, isDone = false }: TaskProps) => (
  <li className="df-entry df-entry--middle df-entry--wrap">
    <p>{text}</p>
    {isDone ? (
      <Badge tone="good">Done</Badge>
    ) : (
      <ButtonLink small href={href}>
        {button}
      </ButtonLink>
    )}
  </li>
)

/** What a new shop needs before it can sell. */
export function SetupChecklist({ steps }: { steps: SetupStep[] }) {
  return (
    <Panel title="Get started">
      <ol className="df-entries">
        {steps.map((step) => (
          <Task key={step.name} {...step} />
        ))}
      </ol>
    </Panel>
  )
}

export function ToDoList({
  items,
  title = 'Needs attention',
}: {
  items: ToDoItem[]
  title?: string
}) {
  return (
    <Panel title={title}>
      {items.length === 0 ? (
        <p className="df-panel__text">You’re all caught up.</p>
      ) : (
        <ul className="df-entries">
          {items.map((item) => (
            <Task key={item.name} {...item} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
