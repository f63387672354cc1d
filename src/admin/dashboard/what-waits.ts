import { type Role, roleMay } from '../../domain/roles'
import { type ToDo, toDoSentences } from '../../queries/admin-to-do'
import { inWords } from '../parts/counted'

export type Waiting = { name: keyof ToDo; text: string; href: string; button: string }

const mostShown = 8

/** What needs doing, of what this role may do, the most harmful first; at most eight sentences. */
export const whatWaits = (role: Role, toDo: ToDo): Waiting[] =>
  (Object.keys(toDoSentences) as (keyof ToDo)[]).flatMap((name) => {
    const { requires, one, many, href, button } = toDoSentences[name]
    const count = toDo[name]
    return count > 0 && roleMay(role, requires) ? [{ name, text: `${count === 1 ? one : many.replace('{n}', inWords(count))}.`, href, button }] : []
  }).slice(0, mostShown)
