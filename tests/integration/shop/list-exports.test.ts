import { randomUUID } from 'node:crypto'

import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { issueGiftCard, setGiftCardActive } from '@/modules/gift-cards/actions/staff-cards'
import { parseCsv } from '@/platform/csv'

let owner: TestPerson
let admin: TestPerson
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  admin = await makePerson('admin')
})
beforeEach(() => rowsOf(sql`truncate rate_limits`))

type Line = Record<string, string>
/** The rows of an exported file, by heading. */
const rowsIn = (text: string): Line[] => {
  const [head, ...lines] = parseCsv(text)
  return lines.map(({ cells }) =>
    Object.fromEntries((head?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])),
  )
}
const download = (path: string) => call<string>('GET', `/api/admin/${path}`, { as: admin })
const exported = async (path: string): Promise<Line[]> => rowsIn((await download(path)).body)
const latestAudit = async (action: string) => {
  const rows = await rowsOf<{ details: object }>(
    sql`select subject_id, actor_role, details from audit_events where action = ${action} order by id desc limit 1`,
  )
  return rows[0]
}

describe('the CSV file of returns', () => {
  const lines: Line[] = []
  beforeAll(async () => {
    const add = async (status: string, note: string, at: string): Promise<void> => {
      const order = await makeOrder({ status: 'delivered' }, { captured: true })
      const request = randomUUID()
      const [line] = await rowsOf<{ id: number }>(
        sql`insert into returns (order_id, status, reason, wish, note, request_id, created_at) values (${order.id}, ${status}, 'size', 'exchange', ${note}, ${request}, ${at}) returning id`,
      )
      const item = order.items?.[0]?.id
      await rowsOf(
        sql`insert into returns_lines (_order, _parent_id, id, item_id, quantity, wanted_size) values (1, ${line?.id}, ${randomUUID()}, ${item}, 1, 'L')`,
      )
      if (status === 'approved') {
        // The second attempt at its refund, and a refund that isn't of this return.
        for (const [requestId, cents] of [
          [`r-return-${request}-2`, 3200],
          ['r-other', 100],
        ] as const) {
          await rowsOf(
            sql`insert into refund_lines (order_id, item_id, quantity, amount_cents, tax_cents, request_id) values (${order.id}, ${item}, 1, ${cents}, 256, ${requestId})`,
          )
          await rowsOf(
            sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents, request_id) values (${order.id}, 'refund', 'paypal', ${randomUUID()}, 'completed', ${cents + 256}, ${requestId})`,
          )
        }
      }
      lines.push({ id: String(line?.id), orderNumber: order.orderNumber })
    }
    await add('requested', '=HYPERLINK("https://evil.example")', '2031-03-09T05:00:00Z')
    await add('approved', 'Too "tight",\nsorry', '2031-03-10T05:00:00Z')
  })

  it('has each return with its order, items, refund, and state, newest first', async () => {
    const rows = await exported('returns/export')
    expect(rows.map(({ id }) => id)).toEqual([lines[1]?.id, lines[0]?.id])
    expect(rows[0]).toEqual({
      id: lines[1]?.id,
      createdAt: '2031-03-10T05:00:00.000Z',
      orderNumber: lines[1]?.orderNumber,
      status: 'approved',
      reason: 'size',
      wish: 'exchange',
      customer: expect.any(String) as string,
      email: 'wren@example.com',
      items: '1 × Fern Tee (Pine, M) for Pine, L',
      refunded: '34.56',
      note: 'Too "tight",\nsorry',
      message: '',
      photos: '0',
      claimedAt: '',
      exchangeOrder: '',
    })
  })

  it('has only what the filters of the list show', async () => {
    const ids = async (query: string) =>
      (await exported(`returns/export?${query}`)).map(({ id }) => id)
    expect(await ids('status=requested')).toEqual([lines[0]?.id])
    expect(await ids('from=2031-03-10')).toEqual([lines[1]?.id])
    expect(await ids(`search=${lines[0]?.orderNumber}`)).toEqual([lines[0]?.id])
    expect(await ids('status=declined')).toEqual([])
  })

  it('has no formulas', async () => {
    const { body } = await download('returns/export')
    expect(body).toContain('HYPERLINK')
    expect(body).not.toMatch(/(^|,)"?[=+@-][^\d]/m)
  })
})

describe('the CSV file of gift cards', () => {
  const codes: string[] = []
  beforeAll(async () => {
    const payload = await getTestPayload()
    const actor = { id: owner.user.id, role: 'super_admin', name: 'June' } as const
    const issue = async (note: string, amountCents: number): Promise<number> => {
      const { id, code } = await issueGiftCard(payload, actor, { amountCents, note })
      codes.push(code)
      return id
    }
    const spent = await issue('files spent', 3000)
    const order = await makeOrder()
    await rowsOf(
      sql`insert into gift_card_entries (card_id, order_id, kind, amount_cents, request_id, actor, created_at) values (${spent}, ${order.id}, 'reserve', -3000, ${randomUUID()}, 'Ash', '2031-05-01')`,
    )
    await issue('files full', 2550)
    await setGiftCardActive(payload, actor, await issue('files off', 1000), false)
  })

  it('has the end of each code, its amounts, state, and dates, and never a whole code or its hash', async () => {
    const { body } = await download('gift-cards/export?search=files')
    expect(rowsIn(body)).toEqual(
      [
        { status: 'disabled', issued: '10.00', balance: '10.00', lastUsedAt: '' },
        { status: 'active', issued: '25.50', balance: '25.50', lastUsedAt: '' },
        {
          status: 'empty',
          issued: '30.00',
          balance: '0.00',
          lastUsedAt: '2031-05-01T00:00:00.000Z',
        },
      ].map((row, index) => ({
        ...row,
        lastFour: codes[2 - index]?.slice(-4),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      })),
    )
    for (const code of codes) {
      expect(body).not.toContain(code)
      expect(body).not.toContain(code.replaceAll('-', ''))
    }
    const hashes = await rowsOf<{ code_hash: string }>(sql`select code_hash from gift_cards`)
    for (const { code_hash } of hashes) expect(body).not.toContain(code_hash)
  })

  it('has only what the filters of the list show', async () => {
    const issued = async (query: string) =>
      (await exported(`gift-cards/export?search=files&${query}`)).map((row) => row.issued)
    expect(await issued('status=empty')).toEqual(['30.00'])
    expect(await issued('status=disabled')).toEqual(['10.00'])
    expect(await issued('to=2020-01-01')).toEqual([])
  })
})

describe('the CSV file of draft orders', () => {
  beforeAll(async () => {
    const { id } = await makeProduct({ name: 'Moss Tee' })
    const items = JSON.stringify([
      { productId: id, size: 'M', color: 'Pine', quantity: 2 },
      { productId: 999_999, size: 'L', color: 'Pine', quantity: 1 },
    ])
    const sent = await makeOrder({ status: 'pending', orderNumber: 'DF-987001' })
    const paid = await makeOrder({ status: 'paid' })
    await rowsOf(sql`
      insert into draft_orders (email, shipping_address_first_name, lines, total_cents, note, discount_kind, discount_percent, shipping_method, order_id, updated_at) values
        ('one-file@example.com', '@SUM(A1)', ${items}, 6400, '+1 for Ana', 'percent', 12.5, 'standard', null, '2031-03-09T05:00:00Z'),
        ('two-file@example.com', 'Zoe', '[]', 0, '', 'none', null, 'standard', ${sent.id}, '2031-03-10T05:00:00Z'),
        ('paid-file@example.com', 'Bo', '[]', 100, '', 'none', null, 'standard', ${paid.id}, '2031-03-11T05:00:00Z')`)
  })

  it('has each open draft with its items by name, discount, and total, by latest change', async () => {
    const rows = await exported('draft-orders/export?search=file@example.com')
    expect(rows.map(({ email }) => email)).toEqual(['two-file@example.com', 'one-file@example.com'])
    expect(rows[0]).toMatchObject({ state: 'sent', orderNumber: 'DF-987001', items: '' })
    expect(rows[1]).toMatchObject({
      state: 'open',
      orderNumber: '',
      items: '2 × Moss Tee (Pine, M); 1 × Product 999999 (Pine, L)',
      discount: '12.5%',
      shippingMethod: 'standard',
      total: '64.00',
      updatedAt: '2031-03-09T05:00:00.000Z',
    })
  })

  it('has only what the filters of the list show, and no formulas', async () => {
    const emails = async (query: string) =>
      (await exported(`draft-orders/export?search=file@&${query}`)).map(({ email }) => email)
    expect(await emails('state=sent')).toEqual(['two-file@example.com'])
    expect(await emails('to=2031-03-09')).toEqual(['one-file@example.com'])
    const { body } = await download('draft-orders/export?search=one-file')
    expect(body).toContain('SUM(A1)')
    expect(body).not.toMatch(/(^|,)"?[=+@]/m)
  })
})

describe.each([
  ['returns', 'returns.exported'],
  ['gift-cards', 'gift_cards.exported'],
  ['draft-orders', 'draft_orders.exported'],
])('an export of %s', (path, action) => {
  it('is a file to download, and is in the audit log with its number of rows only', async () => {
    const { body, headers, status } = await download(`${path}/export`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${path}-\\d{4}-\\d{2}-\\d{2}\\.csv"$`),
    )
    expect(await latestAudit(action)).toEqual({
      actor_role: 'admin',
      subject_id: null,
      details: { rows: rowsIn(body).length },
    })
  })

  it('without a match has only its headings', async () => {
    const { body } = await download(`${path}/export?search=nobody-has-this`)
    expect(parseCsv(body)).toHaveLength(1)
  })

  it.each(['from=2031-02-29', 'status=x', 'state=x', 'sort=newest', 'page=2', 'ids=1;drop'])(
    'rejects %s',
    async (query) => {
      expect((await download(`${path}/export?${query}`)).status).toBe(400)
    },
  )
})
