import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { issueGiftCard } from '@/modules/gift-cards/actions/staff-cards'

let admin: TestPerson
const ids: number[] = []
beforeAll(async () => {
  const payload = await getTestPayload()
  admin = await makePerson('admin')
  for (const note of ['A late package', 'A 50% raffle', 'A late reply']) {
    const actor = { id: admin.user.id, role: 'admin', name: 'June' }
    ids.unshift((await issueGiftCard(payload, actor, { amountCents: 2500, note })).id)
  }
})

const list = async (query: string) => {
  const { status, body, headers } = await call<{ id: number }[]>(
    'GET',
    `/api/admin/gift-cards${query}`,
    { as: admin },
  )
  return { status, ids: status === 200 ? body.map(({ id }) => id) : [], headers }
}

describe('GET /api/admin/gift-cards', () => {
  it('returns one page, newest first, with the total and links to the other pages', async () => {
    const first = await list('?limit=2')
    expect(first.ids).toEqual(ids.slice(0, 2))
    expect(first.headers.get('x-total-count')).toBe('3')
    expect(first.headers.get('link')).toContain(
      '</api/admin/gift-cards?limit=2&page=2>; rel="next"',
    )
    expect((await list('?limit=2&page=2')).ids).toEqual(ids.slice(2))
    expect((await list('?limit=2&page=3')).ids).toEqual([])
  })

  it('counts only what a search finds, and treats % literally', async () => {
    const late = await list('?search=late&limit=1')
    expect([late.ids, late.headers.get('x-total-count')]).toEqual([ids.slice(0, 1), '2'])
    expect((await list('?search=0%25')).ids).toEqual(ids.slice(1, 2))
    expect((await list('?search=%25late')).ids).toEqual([])
  })

  it.each(['?page=0', '?limit=101', '?sort=name'])('rejects %s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})
