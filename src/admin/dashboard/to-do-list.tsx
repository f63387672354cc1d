import { ButtonLink } from '@/admin/form/button'

import { Panel } from '@/admin/shell/panel'

import type { ToDoItem } from './to-do-items'

/** What waits for somebody, one sentence and one button each. */
export function ToDoList({ waiting }: { waiting: ToDoItem[] }) {
  return (
    <Panel title="Today">
      {waiting.length === 0 ? (
        <p className="df-panel__text">Nothing is waiting. Have a quiet day.</p>
      ) : (
        <ul className="df-entries">
          {waiting.map(({ name, text, href, button }) => (
            <li key={name} className="df-entry df-entry--middle df-entry--wrap">
              <p>{text}</p>
              <ButtonLink small href={href}>
                {button}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
