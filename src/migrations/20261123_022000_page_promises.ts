import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Sentences of the first pages and articles that stated the shop's promises by themselves, and what replaces them. */
const replacements: readonly (readonly [before: string, after: string])[] = [
  [
    'This is most of the two to five working days, if we’re honest.',
    'This is most of the time it takes, if we’re honest.',
  ],
  [
    'If color runs, or an edge lifts, or the ink comes away under a fingernail in the first weeks, that’s a fault in the printing and you’ve done nothing wrong.',
    'If color runs, or an edge lifts, or the ink comes away under a fingernail, that’s a fault in the printing and you’ve done nothing wrong.',
  ],
  [
    'It’s printed after you order it, two to five working days, and then it’s in the mail. If it doesn’t fit, they have thirty days to send it back.',
    'It’s printed after you order it, which takes a few days, and then it’s in the mail. If it doesn’t fit, it can be returned.',
  ],
  [
    'When you order, your shirt is printed for you, which takes two to five working days before it ships.',
    'When you order, your shirt is printed for you, which takes {{printTime}} before it ships.',
  ],
  [
    'Each thing is printed after you order it, and that takes two to five working days before it ships. After that it depends on the carrier and on how far you are from the printer.',
    '{{printing}} {{delivery}}',
  ],
  [
    'Shipping is $5.99 for an order under $50, and free at $50 or more.',
    '{{shippingCost}}',
  ],
  [
    'Yes, until it goes to print. That’s often within a day, so write as soon as you notice and put the order number in the subject line. Once it’s being printed we can’t stop it, but you can still send it back when it comes.',
    '{{cancel}} That can be within a day, so write as soon as you notice and put the order number in the subject line. After that we can’t stop it, but you can still return it when it comes.',
  ],
  [
    'You have 30 days from the day it’s delivered. If it isn’t right, send it back, unworn and unwashed. Write to hello@dayfern.example first and we’ll send you the address and what to put in the package. You pay the postage back unless the mistake was ours.',
    '{{returns}} Write to hello@dayfern.example first and we’ll send you the address and what to put in the package.',
  ],
  [
    'If it’s misprinted, damaged, or not what you ordered, send us a photo and your order number. We’ll replace it or refund it, whichever you’d rather have, and you won’t pay for any postage. The same goes for a print that comes apart in the wash in its first weeks.',
    '{{quality}} Send us a photo and your order number, and tell us whether you’d rather have a replacement or a refund.',
  ],
  [
    'Shipping is $5.99, and it’s free when the items in your order come to $50 or more.',
    '{{shippingCost}}',
  ],
  [
    'Everything is printed after you order it. Allow two to five working days before it ships. That’s an honest estimate, but it’s an estimate, and it can be longer at busy times. Delivery times after that are the carrier’s.',
    '{{printing}} {{delivery}} Those are honest estimates, but they’re estimates, and it can take longer at busy times.',
  ],
  [
    'You can change or cancel an order until it goes to print.',
    '{{cancel}}',
  ],
  [
    'After it arrives you have 30 days from delivery to return it. It should be unworn and unwashed. Write to us before sending it, so that we can tell you where to send it. You pay the return postage.',
    '{{returns}} Write to us before sending it, so that we can tell you where to send it.',
  ],
  [
    'If what you receive is faulty, misprinted, damaged or not what you ordered, tell us within 30 days and we’ll replace it or refund it in full, shipping included, at no cost to you.',
    '{{quality}} A refund for a mistake of ours is in full, shipping included.',
  ],
  [
    'If it still isn’t right when it comes, you have 30 days to send it back.',
    'If it still isn’t right when it comes, you have {{returnWindow}} to return it.',
  ],
]

const columns = [
  ['pages', 'body'],
  ['pages_questions', 'answer'],
  ['content', 'body'],
] as const

const replaceAll = async (
  db: MigrateUpArgs['db'],
  pairs: readonly (readonly [before: string, after: string])[],
): Promise<void> => {
  for (const [table, column] of columns)
    for (const [before, after] of pairs)
      await db.execute(sql`update ${sql.identifier(table)}
        set ${sql.identifier(column)} = replace(${sql.identifier(column)}::text, ${before}, ${after})::jsonb
        where strpos(${sql.identifier(column)}::text, ${before}) > 0`)
}

/** Sentences that staff have rewritten don't match, so they stay. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await replaceAll(db, replacements)
}

/** Approximate: a placeholder that several sentences share becomes the first of them. */
export async function down({ db }: MigrateDownArgs): Promise<void> {
  await replaceAll(
    db,
    replacements.map(([before, after]) => [after, before]),
  )
}
