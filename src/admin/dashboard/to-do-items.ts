import type { Payload } from 'payload'

import { type Role, roleHasPermission } from '@/access/roles'
import { describeRefusal } from '@/modules/checkout/rules/payment-refusal'
import { getNewestRefusal } from '@/modules/orders/queries/admin-orders'
import { countToDo, type ToDo, toDoMessages } from '@/modules/shop/queries/to-do'

export type ToDoItem = { name: keyof ToDo; text: string; href: string; button: string }

const paymentTasks: ReadonlySet<keyof ToDo> = new Set([
  'mismatchedPayments',
  'refusedPayments',
  'unconfirmedRefunds',
  'unrefundedCancellations',
  'unconfirmedPayments',
])

/** Whether a task is a payment or refund that failed or is stuck. System status lists them, too. */
export function isPaymentTask({ name }: ToDoItem): boolean {
  return paymentTasks.has(name)
}

/** Returns the open tasks that the role can do, the most urgent first. */
export async function listToDoItems(payload: Payload, role: Role): Promise<ToDoItem[]> {
  const toDo = await countToDo(payload)
  const refusal = toDo.refusedPayments > 0 ? describeRefusal(await getNewestRefusal(payload)) : null
  return (Object.keys(toDoMessages) as (keyof ToDo)[]).flatMap((name) => {
    const { requires, one, many, href, button } = toDoMessages[name]
    const count = toDo[name]
    if (count === 0 || !roleHasPermission(role, requires)) return []
    const text = `${count === 1 ? one : many.replace('{n}', count.toLocaleString('en-US'))}.`
    const cause = name === 'refusedPayments' && refusal ? ` ${refusal}.` : ''
    return [{ name, text: text + cause, href, button }]
  })
}
