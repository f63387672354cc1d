import { randomUUID } from 'node:crypto'

import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

type Details = {
  notes: string | null
  notesList: { id: number; text: string; author: string }[]
  error?: string
}

let author: TestPerson
let colleague: TestPerson
let editor: TestPerson
beforeAll(async () => {
  await getTestPayload()
  ;[author, colleague, editor] = await Promise.all([
    makePerson('admin'),
    makePerson('admin'),
    makePerson('editor'),
  ])
})

const notesOf = (orderId: number) => `/api/admin/orders/${orderId}/notes`
const add = (
  orderId: number,
  text: string,
  as: TestPerson | null = author,
  requestId: string = randomUUID(),
) => call<Details>('POST', notesOf(orderId), { as, body: { text, requestId } })

it('lists notes newest first and shows the newest as the order’s notes', async () => {
  const { id } = await makeOrder()
  await add(id, 'Asked for a gift box')
  const { status, body } = await add(id, '  Box packed  ', colleague)
  expect(status).toBe(201)
  expect(body.notesList.map(({ text }) => text)).toEqual(['Box packed', 'Asked for a gift box'])
  expect(body.notes).toBe('Box packed')
})

it('adds a note once when the request is sent twice', async () => {
  const { id } = await makeOrder()
  const requestId = randomUUID()
  await Promise.all([add(id, 'Once', author, requestId), add(id, 'Once', author, requestId)])
  expect(await rowsOf(sql`select text from order_notes where order_id = ${id}`)).toEqual([
    { text: 'Once' },
  ])
})

it('lets people edit and delete only their own notes, and logs each change without the text', async () => {
  const { id } = await makeOrder()
  const { body } = await add(id, 'Frist')
  const path = `${notesOf(id)}/${body.notesList[0]?.id}`
  for (const [method, options] of [
    ['PUT', { body: { text: 'Mine now' } }],
    ['DELETE', {}],
  ] as const)
    expect(await call(method, path, { as: colleague, ...options })).toMatchObject({
      status: 403,
      body: { error: 'You can only edit your own notes.' },
    })
  const edited = await call<Details>('PUT', path, { as: author, body: { text: 'First' } })
  expect(edited.body).toMatchObject({ notes: 'First', notesList: [{ text: 'First' }] })
  const removed = await call<Details>('DELETE', path, { as: author })
  expect(removed.body).toMatchObject({ notes: null, notesList: [] })
  expect((await call('DELETE', path, { as: author })).status).toBe(404)
  const trail = await rowsOf<{ action: string; details: unknown }>(
    sql`select action, details from audit_events where action like 'order.note%' order by id desc limit 3`,
  )
  expect(trail.map(({ action }) => action)).toEqual([
    'order.note_deleted',
    'order.note_edited',
    'order.note_added',
  ])
  expect(JSON.stringify(trail)).not.toContain('First')
})

it('rejects notes of other orders, empty notes, and people without permission', async () => {
  const [order, other] = [await makeOrder(), await makeOrder()]
  const { body } = await add(order.id, 'Here')
  const path = `${notesOf(other.id)}/${body.notesList[0]?.id}`
  expect((await call('DELETE', path, { as: author })).status).toBe(404)
  expect((await add(order.id, '   ')).status).toBe(400)
  expect((await add(order.id, 'x', editor)).status).toBe(403)
  expect((await add(order.id, 'x', null)).status).toBe(401)
  expect(await rowsOf(sql`select text from order_notes where order_id = ${order.id}`)).toEqual([
    { text: 'Here' },
  ])
})

it('adds a note when an order is updated with a notes field', async () => {
  const { id } = await makeOrder()
  await call('PUT', `/api/admin/orders/${id}`, { as: author, body: { notes: 'Through the API' } })
  const { body } = await call<Details>('PUT', `/api/admin/orders/${id}`, {
    as: author,
    body: { notes: 'Through the API' },
  })
  expect(body.notesList.map(({ text }) => text)).toEqual(['Through the API'])
})
