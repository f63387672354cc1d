import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'

import { nonPersonalTables, personalTables } from '@/modules/privacy/queries/personal-data'
import { dataCategories } from '@/modules/privacy/rules/records-of-processing'

import { makeUserWithData } from './make-user-with-data'

const columnsOf = async (): Promise<Map<string, string[]>> => {
  const rows = await rowsOf<{ table: string; columns: string[] }>(sql`
    select case table_schema when 'public' then c.table_name else table_schema || '.' || c.table_name end as "table", json_agg(column_name) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' group by 1`)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** Columns that the database generates. */
const generated = ['search', 'effective_price_cents']

describe('inventory of personal data', () => {
  it('lists every table of the database, either with or without personal data', async () => {
    const known = new Set([
      ...personalTables.map(({ name }) => name),
      ...Object.keys(nonPersonalTables),
    ])
    expect([...(await columnsOf()).keys()].filter((table) => !known.has(table))).toEqual([])
  })

  it('lists no unknown table and no table twice', async () => {
    const columns = await columnsOf()
    const named = [...personalTables.map(({ name }) => name), ...Object.keys(nonPersonalTables)]
    expect(named.filter((table) => !columns.has(table))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  it.each(personalTables.map((personal) => [personal.name, personal] as const))(
    'defines what an erasure does with each column of %s',
    async (table, { columns: { deleted, replaced, kept, secret } }) => {
      const named = [...deleted, ...replaced, ...kept, ...secret]
      const there =
        (await columnsOf()).get(table)?.filter((column) => !generated.includes(column)) ?? []
      expect([...named].sort()).toEqual([...there].sort())
    },
  )

  it('lists the table of every collection and global', async () => {
    const { config } = await getTestPayload()
    const known = new Set([
      ...personalTables.map(({ name }) => name),
      ...Object.keys(nonPersonalTables),
    ])
    const slugs = [...config.collections, ...config.globals].map(({ slug }) =>
      slug.replaceAll('-', '_'),
    )
    expect(slugs.filter((table) => !known.has(table))).toEqual([])
  })

  describe('with rows of people with and without an account', () => {
    beforeAll(async () => {
      const { productId } = await makeUserWithData()
      await makeOrder({ email: 'guest@example.com', status: 'delivered' }, { captured: true })
      await rowsOf(
        sql`insert into reviews (product_id, author, rating, body, status) values (${productId}, 'A guest', 4, 'It fits.', 'approved')`,
      )
      await rowsOf(
        sql`insert into contact_messages (name, email, topic, body) values ('A guest', 'guest@example.com', 'A size', 'Which one?')`,
      )
      await rowsOf(
        sql`insert into mailchimp_deletions (member_id, requested_at) values (md5('guest@example.com'), now())`,
      )
    })

    it.each(personalTables.map((personal) => [personal.name, personal] as const))(
      'matches no row of %s for a subject without account and address',
      async (_, { table, isAbout }) => {
        expect(await rowsOf(sql`select * from ${table} limit 1`)).toHaveLength(1)
        const rows = await rowsOf(
          sql`select * from ${table} where ${isAbout({ userId: null, emails: [] })}`,
        )
        expect(rows).toEqual([])
      },
    )
  })

  it('uses every category that the privacy policy explains', () => {
    expect(
      Object.keys(dataCategories).filter(
        (name) => !personalTables.some(({ category }) => category === name),
      ),
    ).toEqual([])
  })
})
