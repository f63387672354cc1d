import { type Role, roleHasPermission } from '@/access/roles'
import { type ToDo, toDoMessages } from '@/modules/shop/queries/to-do'

export type ToDoItem = { name: keyof ToDo; text: string; href: string; button: string }

const maxShown = 8

/** At most eight tasks that the role can do, the most urgent first. */
export function toDoItemsFor(role: Role, toDo: ToDo): ToDoItem[] {
  return (Object.keys(toDoMessages) as (keyof ToDo)[])
    .flatMap((name) => {
      const { requires, one, many, href, button } = toDoMessages[name]
      const count = toDo[name]
      return count > 0 && roleHasPermission(role, requires)
        ? [
            {
              name,
              text: `${count === 1 ? one : many.replace('{n}', count.toLocaleString('en-US'))}.`,
              href,
              button,
            },
          ]
        : []
    })
    .slice(0, maxShown)
}
