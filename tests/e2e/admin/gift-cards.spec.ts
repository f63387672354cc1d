import { expect } from '@playwright/test'
import { query, signIn, test } from '@tests/support/browser'

test('the badges of an order’s gift cards say what became of each, and of one that staff disable', async ({
  page,
}) => {
  const mark = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  const [order] = await query<{ id: number }>(
    `insert into orders (order_number, uuid, checkout_id, access_key_hash, status, payment_state, email, subtotal_cents, total_cents)
     select 'DF-G' || left(mark::text, 8), mark::text, mark::text, mark::text, 'delivered', 'completed', 'giver@example.com', 7500, 7500
     from gen_random_uuid() as mark returning id`,
  )
  for (const [name, sendOn, isSent, isPaid] of [
    ['Rowan', null, true, true],
    ['Linden', '2031-07-04', false, true],
    ['Hazel', null, false, false],
  ] as const)
    await query(
      `with card as (
         insert into gift_cards (code_hash, last_four, note)
         select gen_random_uuid(), upper(left($2, 4)), $6 where $5::boolean returning id
       ), entry as (
         insert into gift_card_entries (card_id, kind, amount_cents, request_id, actor)
         select id, 'issue', 2500, gen_random_uuid(), 'June' from card
       )
       insert into gift_card_deliveries (order_id, origin, amount_cents, recipient_name, recipient_email, send_on, code_seed, card_id, sent_at)
       select $1, 'purchase', 2500, $2::text, lower($2) || '@example.com', $3::text, gen_random_uuid(), (select id from card), case when $4::boolean then now() end`,
      [order?.id, name, sendOn, isSent, isPaid, `${name} ${mark}`],
    )
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${order?.id}`)
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: `for ${name}` })
  await expect(entry('Rowan').getByText('Sent', { exact: true })).toBeVisible()
  await expect(entry('Linden').getByText(/^Scheduled for .*2031$/)).toBeVisible()
  await expect(entry('Hazel').getByText('Not paid yet')).toBeVisible()
  await expect(entry('Hazel').getByRole('button')).toHaveCount(0)

  // The address of one that isn't sent yet is corrected by keyboard.
  const correct = entry('Linden').getByRole('button', { name: 'Correct address' })
  await correct.press('Enter')
  const address = page.getByRole('dialog').getByLabel('Recipient’s email')
  await expect(address).toBeFocused()
  await address.fill('linden.tree@example.com')
  await address.press('Enter')
  await expect(page.getByText('Address saved')).toBeVisible()
  await expect(entry('Linden').getByText('linden.tree@example.com')).toBeVisible()
  await expect(correct).toBeFocused()

  await entry('Rowan').getByRole('link', { name: 'Ending in ROWA' }).click()
  await expect(page.getByRole('heading', { name: 'Gift card ending in ROWA' })).toBeVisible()
  const cardPath = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('$25.00 of $25.00 left, disabled.')).toBeVisible()
  await page.goto(`/admin/orders/${order?.id}`)
  await expect(entry('Rowan').getByText('Disabled', { exact: true })).toBeVisible()
  await expect(entry('Rowan').getByRole('button', { name: 'Send again' })).toHaveCount(0)

  await page.goto(`/admin/gift-cards?search=${mark}`)
  const row = page.getByRole('row').filter({ hasText: 'Ends in ROWA' })
  await expect(row.getByText('Disabled', { exact: true })).toBeVisible()
  await page.goto(`/admin/gift-cards?status=disabled&search=${mark}`)
  await expect(row).toBeVisible()
  await row.getByRole('link', { name: 'Ends in ROWA' }).click()
  await page.waitForURL(`**${cardPath}`)
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('$25.00 of $25.00 left.')).toBeVisible()
})
