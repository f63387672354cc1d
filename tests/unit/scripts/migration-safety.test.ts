import { readdirSync, readFileSync } from 'node:fs'

const { findUnsafeStatements, firstCheckedMigration } =
  await import('../../../scripts/migration-safety.mjs')

const migration = (up: string, down = ''): string =>
  `export async function up({ db }) { await db.execute(sql\`${up}\`) }\nexport async function down({ db }) { await db.execute(sql\`${down}\`) }`

it.each([
  'ALTER TABLE "orders" DROP COLUMN "notes";',
  'DROP TABLE "order_notes" CASCADE;',
  'ALTER TABLE orders RENAME COLUMN a TO b;',
  'ALTER TABLE orders RENAME TO sales;',
  'ALTER TABLE "orders" ALTER COLUMN "version" SET DATA TYPE integer;',
  'ALTER TABLE "orders" ALTER COLUMN "notes" SET NOT NULL;',
  'ALTER TABLE "orders" ADD COLUMN "kind" varchar NOT NULL;',
  'truncate audit_events;',
])('%s is unsafe while the previous version is running', (statement) =>
  expect(findUnsafeStatements(migration(statement))).toHaveLength(1),
)

it.each([
  'ALTER TABLE "orders" ADD COLUMN "kind" varchar;',
  `ALTER TABLE "orders" ADD COLUMN "kind" varchar DEFAULT 'paid' NOT NULL;`,
  'CREATE TABLE "gifts" ("id" serial PRIMARY KEY NOT NULL, "name" varchar NOT NULL);',
  'CREATE INDEX "orders_kind_idx" ON "orders" USING btree ("kind");',
  '-- safe: no release has read it\n  ALTER TABLE "orders" DROP COLUMN "notes";',
])('%s is safe', (statement) => expect(findUnsafeStatements(migration(statement))).toEqual([]))

it('down migrations are not checked, and a reason covers only one statement', () => {
  expect(findUnsafeStatements(migration('select 1;', 'DROP TABLE "gifts";'))).toEqual([])
  expect(
    findUnsafeStatements(migration('-- safe: unused\n DROP TABLE "a";\n DROP TABLE "b";')),
  ).toEqual([
    { statement: 'DROP TABLE "b"', problem: 'drops a table that the running version still uses' },
  ])
})

it('every migration is safe while the previous version is running', () => {
  const unsafe = readdirSync('src/migrations')
    .filter(
      (name) => name.endsWith('.ts') && name > `${firstCheckedMigration}_` && name !== 'index.ts',
    )
    .flatMap((name) =>
      findUnsafeStatements(readFileSync(`src/migrations/${name}`, 'utf8')).map((found) => ({
        name,
        ...found,
      })),
    )
  expect(unsafe).toEqual([])
})
