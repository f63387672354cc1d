import { type Role, roleMay } from '../../domain/roles'
import type { ToDo } from '../../queries/admin-to-do'
import { inWords } from '../parts/counted'

const sentence = (count: number, one: string, many: string): string => (count === 0 ? '' : `${inWords(count)} ${count === 1 ? one : many}.`)

/** What needs doing, of what this role may do, most urgent first and never more than two things. */
export const whatWaits = (role: Role, toDo: ToDo): string => {
  const waiting = [
    roleMay(role, 'orders:write') ? sentence(toDo.ordersForPrinter, 'order is waiting to go to the printer', 'orders are waiting to go to the printer') : '',
    roleMay(role, 'reviews:write') ? sentence(toDo.reviewsWaiting, 'review is waiting to be read', 'reviews are waiting to be read') : '',
    roleMay(role, 'content:write') ? sentence(toDo.drafts, 'draft is not finished', 'drafts are not finished') : '',
    roleMay(role, 'media:write') ? sentence(toDo.picturesWithoutAlt, 'picture has no alt text', 'pictures have no alt text') : '',
  ].filter(Boolean)
  return waiting.slice(0, 2).join(' ') || 'Nothing is waiting.'
}
