import { expect, type Locator, type Page } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  fillCheckout,
  ownProduct,
  payNow,
  payWith,
  query,
  signIn,
  test,
  violations,
  waitUntilReady,
} from '@tests/support/browser'
import sharp from 'sharp'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
test.setTimeout(180_000)

/** A 12-megapixel photo, like those taken by phones. */
const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#7d5a3c' } })
    .jpeg()
    .toBuffer(),
})

/** The demo shop has no mailing address that the suggested message could name. */
const enterAddress = (dialog: Locator): Promise<void> =>
  dialog.getByLabel('Message to the customer').fill('Send it to:\n18 Alder Lane, Ojai, CA 93023')

/** Buys something, marks the order as delivered so many days ago, and opens the return form on the order page. */
const openReturnForm = async (page: Page, address: string, days = 0) => {
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  await query(
    `with delivered as (update orders set status = 'delivered' where email = $1 returning id)
     insert into order_events (order_id, type, message, actor, created_at)
     select id, 'delivered', 'Delivered', 'June', now() - make_interval(days => $2) from delivered`,
    [address, days],
  )
  await page.reload()
  const section = page.getByRole('region', { name: 'Something not right?' })
  await section.getByRole('button', { name: 'Return or exchange' }).click()
  await expect(section.getByRole('combobox').first()).toBeFocused()
  return section
}

test('the return form names an item without options by its name only', async ({ page }) => {
  const address = `returns-${Date.now()}@example.com`
  await openReturnForm(page, address)
  const [item] = await query<{ name: string }>(
    `update orders_items i set size = 'One Size', color = 'Default' from orders o
      where o.id = i._parent_id and o.email = $1 returning i.name`,
    [address],
  )
  await page.reload()
  const section = page.getByRole('region', { name: 'Something not right?' })
  await section.getByRole('button', { name: 'Return or exchange' }).click()
  await expect(section.getByLabel(item?.name ?? '', { exact: true })).toBeVisible()
})

test('an order on its way says when it can be returned, and offers it from that day', async ({
  page,
}) => {
  const address = `returns-${Date.now()}@example.com`
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  const shippedAgo = (days: number) =>
    query(
      "update orders set status = 'shipped', shipped_at = now() - make_interval(days => $2) where email = $1",
      [address, days],
    )
  await shippedAgo(0)
  await page.reload()
  const section = page.getByRole('region', { name: 'Something not right?' })
  await expect(section).toContainText(/You can return or exchange items here starting \w+ \d+, \d+/)
  await expect(section.getByRole('button')).toHaveCount(0)
  await expect(section.getByRole('link')).toHaveAttribute('href', /^mailto:.*subject=Order%20DF-/)
  expect(await violations(page)).toEqual([])
  await shippedAgo(14)
  await page.reload()
  await expect(section.getByRole('button', { name: 'Return or exchange' })).toBeVisible()
})

const isLoaded = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 0

test(
  'a buyer requests a return with a photo on a phone, and staff approve, receive, and refund it',
  { tag: '@core' },
  async ({ page, browser }) => {
    const address = `returns-${Date.now()}@example.com`
    const section = await openReturnForm(page, address)
    await section.getByLabel('Why?').selectOption({ label: 'It’s damaged or misprinted' })
    await section.getByLabel('Anything we should know?').fill('The print is crooked.')
    await section
      .getByLabel('Add photos')
      .setInputFiles([await photo('crooked.jpg'), await photo('wrong-one.jpg')])
    await section.getByRole('button', { name: 'Remove wrong-one.jpg' }).click()
    await expect(section.getByLabel('Add photos')).toBeFocused()
    await expect(section.getByRole('img', { name: 'crooked.jpg' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await section.getByRole('button', { name: 'Request return' }).click()
    await expect(page.getByText('We’ll review it and email you.').first()).toBeVisible()
    await expect(page.getByText('Return requested').first()).toBeVisible()
    await expect(section).toBeHidden()
    const own = page.getByRole('region', { name: /^Your return/ }).getByRole('img')
    await expect(own).toHaveCount(1)
    await expect.poll(() => own.evaluate(isLoaded)).toBe(true)
    expect(await violations(page)).toEqual([])

    const staff = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, hasTouch: false })
    ).newPage()
    await signIn(staff, 'june')
    await staff.goto(`/admin/returns?search=${encodeURIComponent(address)}`)
    const entry = staff.getByRole('listitem').filter({ hasText: address })
    await expect(entry.getByText('The print is crooked.')).toBeVisible()
    const dialog = staff.getByRole('dialog')
    // Clicks before hydration are lost, so click again.
    const open = (button: string | RegExp) =>
      expect(async () => {
        await entry.getByRole('button', { name: button }).click()
        await expect(dialog).toBeVisible({ timeout: 2000 })
      }).toPass()
    await open(/^Photo 1 of 1 for DF-/)
    const full = dialog.getByRole('img', { name: 'What the customer sent' })
    await expect.poll(() => full.evaluate(isLoaded)).toBe(true)
    expect(await violations(staff)).toEqual([])
    const [download] = await Promise.all([
      staff.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^DF-\d+-1\.jpg$/)
    await staff.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const openAs = async (status: string) => {
      await staff.goto(`/admin/returns?status=${status}&search=${encodeURIComponent(address)}`)
      await expect(entry).toBeVisible()
    }
    await open('Approve')
    await expect(dialog.getByLabel('Message to the customer')).toHaveValue(
      /don’t need to send anything/,
    )
    await dialog.getByRole('button', { name: 'Approve and email' }).click()
    await expect(dialog).toBeHidden()
    await openAs('approved')
    await expect(async () => {
      await entry.getByRole('button', { name: 'Mark as received' }).click({ timeout: 2000 })
      await expect(staff.getByText('Marked as received')).toBeVisible({ timeout: 4000 })
    }).toPass()
    await openAs('received')
    await open('Refund')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(dialog).toBeHidden()
    await openAs('refunded')
    await staff.context().close()

    await page.reload()
    for (const step of ['Return approved', 'Return received', /Refunded \$\d/])
      await expect(page.getByText(step).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(
      /Total\$[\d.]+Refunded−\$[\d.]+Total after refunds\$[\d.]+/,
    )
    await expect(page.getByRole('region', { name: 'Your return' })).toContainText(
      /1 × .*Requested on .* Refunded\./,
    )
    expect(
      await query(
        `select r.status, p.status as refund from orders o join returns r on r.order_id = o.id
         join payments p on p.order_id = o.id and p.kind = 'refund' where o.email = $1`,
        [address],
      ),
    ).toEqual([{ status: 'refunded', refund: 'completed' }])
  },
)

test('staff come from the notification about a wrong size to its refund in seven steps, without waiting for the item', async ({
  page,
  browser,
}) => {
  const address = `returns-size-${Date.now()}@example.com`
  const section = await openReturnForm(page, address)
  await section.getByLabel('Why?').selectOption({ label: 'It doesn’t fit' })
  await section.getByRole('button', { name: 'Request return' }).click()
  await expect(section).toBeHidden()
  const [placed] = await query<{ number: string }>(
    `select order_number as number from orders where email = $1`,
    [address],
  )

  const staff = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, hasTouch: false })
  ).newPage()
  await signIn(staff, 'june')
  await staff.goto('/admin')
  /** What a person clicks or chooses: nothing is typed on the way. */
  const steps: string[] = []
  const step = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    steps.push(name)
    await act()
  }
  const entry = staff.getByRole('listitem').filter({ hasText: address })
  const dialog = staff.getByRole('dialog')
  // A click before the page is ready does nothing.
  const open = (button: string): Promise<void> =>
    expect(async () => {
      await entry.getByRole('button', { name: button, exact: true }).click()
      await expect(dialog).toBeVisible({ timeout: 2000 })
    }).toPass()

  await step('the bell', () => staff.getByRole('button', { name: /^Notifications/ }).click())
  await step('the notification', () =>
    staff.getByRole('link', { name: `Return requested for ${placed?.number}` }).click(),
  )
  await staff.waitForURL(/\/admin\/returns/)
  await waitUntilReady(staff)
  await step('Approve', () => open('Approve'))
  await enterAddress(dialog)
  await step('Approve and email', () =>
    dialog.getByRole('button', { name: 'Approve and email' }).click(),
  )
  await expect(dialog).toBeHidden()
  await step('approved returns', () =>
    staff.getByLabel('Status').selectOption({ label: 'Approved' }),
  )
  await expect(entry.getByText('Approved', { exact: true })).toBeVisible()
  await step('Refund', () => open('Refund'))
  await step('Refund this amount', () =>
    dialog.getByRole('button', { name: 'Refund', exact: true }).click(),
  )
  await expect(staff.getByText('Refund sent')).toBeVisible()
  expect(steps.length).toBeLessThanOrEqual(7)
  await staff.context().close()
  expect(
    await query(
      `select r.status, p.status as refund from orders o join returns r on r.order_id = o.id
         join payments p on p.order_id = o.id and p.kind = 'refund' where o.email = $1`,
      [address],
    ),
  ).toEqual([{ status: 'refunded', refund: 'completed' }])
})

test('a buyer asks for another size, and staff exchange it in one step', async ({
  page,
  browser,
}) => {
  const address = `returns-exchange-${Date.now()}@example.com`
  const section = await openReturnForm(page, address)
  await section.getByLabel('Why?').selectOption({ label: 'It doesn’t fit' })
  const wish = section.getByLabel('What should we do?')
  await wish.selectOption({ label: 'Send me another one' })
  await wish.press('Tab')
  const wanted = section.getByLabel(/^Exchange .* for$/)
  await expect(wanted).toBeFocused()
  await wanted.selectOption({ index: 1 })
  const choice = (await wanted.locator('option:checked').textContent())?.trim() ?? ''
  expect(await violations(page)).toEqual([])
  await section.getByRole('button', { name: 'Request return' }).click()
  await expect(section).toBeHidden()

  const staff = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, hasTouch: false })
  ).newPage()
  await signIn(staff, 'june')
  await staff.goto(`/admin/returns?search=${encodeURIComponent(address)}`)
  const entry = staff.getByRole('listitem').filter({ hasText: address })
  await expect(entry).toContainText(` for ${choice}`)
  const dialog = staff.getByRole('dialog')
  await entry.getByRole('button', { name: 'Approve', exact: true }).click()
  await enterAddress(dialog)
  await dialog.getByRole('button', { name: 'Approve and email' }).click()
  await expect(dialog).toBeHidden()
  await staff.goto(`/admin/returns?status=approved&search=${encodeURIComponent(address)}`)
  await entry.getByRole('button', { name: 'Exchange', exact: true }).click()
  await expect(dialog.getByLabel(/^Size and color of /).locator('option:checked')).toHaveText(
    choice,
  )
  expect(await violations(staff)).toEqual([])
  await dialog.getByRole('button', { name: 'Send at no charge' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(staff.getByText('Exchange created')).toBeVisible()
  await staff.context().close()

  const orders = await query<{ number: string; item: string; total: number }>(
    `select o.order_number as number, i.color || ', ' || i.size as item, o.total_cents::integer as total
       from orders o join orders_items i on i._parent_id = o.id
      where o.email = $1 and o.replaces_id is not null`,
    [address],
  )
  expect(orders).toEqual([{ number: expect.stringMatching(/^DF-\d+$/), item: choice, total: 0 }])
  await page.reload()
  await expect(
    page.getByText(`We’re sending your exchange as order ${orders[0]?.number}`),
  ).toBeVisible()
})

test('staff send the label of an approved return later and close it, and the buyer sees both', async ({
  page,
  browser,
}) => {
  const address = `returns-label-${Date.now()}@example.com`
  const section = await openReturnForm(page, address)
  await section.getByLabel('Why?').selectOption({ label: 'I changed my mind' })
  await section.getByRole('button', { name: 'Request return' }).click()
  await expect(section).toBeHidden()

  const staff = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, hasTouch: false })
  ).newPage()
  await signIn(staff, 'june')
  const entry = staff.getByRole('listitem').filter({ hasText: address })
  const dialog = staff.getByRole('dialog')
  /** Opens the dialog of a step in the list of a status. A click before the page is ready does nothing. */
  const open = async (status: string, button: string | RegExp): Promise<void> => {
    await staff.goto(`/admin/returns?status=${status}&search=${encodeURIComponent(address)}`)
    await expect(async () => {
      await entry.getByRole('button', { name: button, exact: true }).click()
      await expect(dialog).toBeVisible({ timeout: 2000 })
    }).toPass()
  }
  await open('requested', 'Approve')
  await enterAddress(dialog)
  await dialog.getByRole('button', { name: 'Approve and email' }).click()
  await expect(dialog).toBeHidden()

  await open('approved', 'Send a message')
  const label = dialog.getByLabel('Link to a prepaid label (optional)')
  await dialog.getByLabel('Message to the customer').fill('Here’s your label. Have a good week.')
  await label.fill('labels.example')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(dialog.getByText(/^Enter a web address/)).toBeVisible()
  expect(await violations(staff)).toEqual([])
  await label.fill('https://labels.example/1Z.pdf')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(dialog).toBeHidden()
  await expect(entry).toContainText('Your prepaid label: https://labels.example/1Z.pdf')
  await page.reload()
  const own = page.getByRole('region', { name: 'Your return' })
  await expect(own.getByRole('link', { name: 'https://labels.example/1Z.pdf' })).toBeVisible()
  await expect(page.getByText('Message about your return')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await open('approved', 'Close')
  await expect(dialog).toContainText('It ends without a refund or an exchange.')
  await dialog.getByLabel(/^Message to the customer/).fill('A replacement is on its way.')
  await dialog.getByRole('button', { name: 'Close and email' }).click()
  await expect(dialog).toBeHidden()
  await staff.context().close()
  await page.reload()
  await expect(own).toContainText('Closed. There’s nothing you need to do.')
  await expect(own).toContainText('A replacement is on its way.')
  await expect(own.getByRole('link')).toHaveCount(0)
  await expect(page.getByText('Return closed', { exact: true })).toBeVisible()
})

test('after the return window only faults can be chosen, and the form says so', async ({
  page,
}) => {
  const tooLate = 'It’s too late to return something that’s fine'
  const inTime = await openReturnForm(page, `returns-${Date.now()}@example.com`)
  await expect(inTime.getByText(tooLate)).toBeHidden()
  const form = await openReturnForm(page, `late-returns-${Date.now()}@example.com`, 31)
  await expect(form.getByText(tooLate)).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Why?' }).getByRole('option')).toHaveText([
    'It’s damaged or misprinted',
    'It’s not what I ordered',
  ])
})

test('a return without an item shows the error at the items, and moves the focus there', async ({
  page,
}) => {
  const section = await openReturnForm(page, `returns-nothing-${Date.now()}@example.com`)
  const items = section.getByRole('group', { name: 'What would you like to return?' })
  await items.getByRole('combobox').selectOption({ label: 'Keep' })
  await section.getByLabel('Anything we should know?').fill('I’m not sure yet.')
  await section.getByRole('button', { name: 'Request return' }).click()
  await expect(items.getByText('Please choose at least one item.')).toBeInViewport()
  await expect(items.getByRole('combobox')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await section.getByRole('button', { name: 'Never mind' }).click()
  await expect(section.getByRole('button', { name: 'Return or exchange' })).toBeFocused()
})

test('a return waits for a photo that is still being made smaller', async ({ page }) => {
  const address = `returns-slow-photo-${Date.now()}@example.com`
  const section = await openReturnForm(page, address)
  await page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window)
    window.createImageBitmap = async (file: ImageBitmapSource) => {
      await new Promise((resolve) => {
        window.addEventListener('decode', resolve, { once: true })
      })
      return decode(file)
    }
  })
  // Noise compresses badly, so that the photo is large enough to be made smaller.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const size = { width: 2400, height: 1800, channels: 3, background: '#fff' } as const
  const buffer = await sharp({ create: { ...size, noise } })
    .jpeg()
    .toBuffer()
  await section
    .getByLabel('Add photos')
    .setInputFiles({ name: 'crooked.jpg', mimeType: 'image/jpeg', buffer })
  await section.getByRole('button', { name: 'Adding photos…' }).click({ force: true })
  await page.evaluate(() => window.dispatchEvent(new Event('decode')))
  await section.getByRole('button', { name: 'Request return' }).click()
  await expect(section).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('region', { name: 'Your return' }).getByRole('img')).toHaveCount(1)
  expect(
    await query(
      `select jsonb_array_length(r.photos) as photos from orders o join returns r on r.order_id = o.id where o.email = $1`,
      [address],
    ),
  ).toEqual([{ photos: 1 }])
})

test('a file that isn’t a photo is named in the error, and the rest of the form is kept', async ({
  page,
}) => {
  const address = `returns-file-${Date.now()}@example.com`
  const section = await openReturnForm(page, address)
  await section.getByLabel('Why?').selectOption({ label: 'It’s not what I ordered' })
  await section.getByLabel('Anything we should know?').fill('It is a mug.')
  const program = { name: 'mug.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ not a photo') }
  await section.getByLabel('Add photos').setInputFiles([await photo('mug-box.jpg'), program])
  await section.getByRole('button', { name: 'Request return' }).click()
  await expect(section.getByText('We can’t read “mug.jpg”.')).toBeVisible()
  await expect(section.getByLabel('Anything we should know?')).toHaveValue('It is a mug.')
  await section.getByRole('button', { name: 'Remove mug.jpg' }).click()
  const more = await Promise.all([1, 2, 3, 4].map((count) => photo(`mug-${count}.jpg`)))
  await section.getByLabel('Add photos').setInputFiles(more)
  await expect(section.getByText('You can add up to 4 photos.')).toBeVisible()
  await expect(section.getByRole('img')).toHaveCount(4)
  await section.getByRole('button', { name: 'Request return' }).dblclick()
  await expect(section).toBeHidden()
  await expect(page.getByRole('region', { name: /^Your return/ }).getByRole('img')).toHaveCount(4)
  expect(
    await query(
      `select jsonb_array_length(r.photos) as photos from orders o join returns r on r.order_id = o.id where o.email = $1`,
      [address],
    ),
  ).toEqual([{ photos: 4 }])
})

test('a final sale is named in the cart and at checkout, and can be returned only if it is faulty', async ({
  page,
}) => {
  const { id, name } = await ownProduct()
  await query('update products set is_final_sale = true where id = $1', [id])
  await page.goto(`/products/${id}`)
  await expect(
    page.getByText(/^This item is final sale: it can’t be returned or exchanged/).first(),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  await addToCart(page, id)
  await page.goto('/cart')
  await expect(
    page.getByText('Final sale: no returns or exchanges unless it’s defective.'),
  ).toBeVisible()
  await page.goto('/checkout')
  await expect(
    page.getByText(`Final sale: ${name} can’t be returned or exchanged unless defective.`),
  ).toBeVisible()
  const address = `returns-final-${Date.now()}@example.com`
  await fillCheckout(page, address)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  await query(`update orders set status = 'delivered' where email = $1`, [address])
  await page.reload()
  const section = page.getByRole('region', { name: 'Something not right?' })
  await section.getByRole('button', { name: 'Return or exchange' }).click()
  await section.getByLabel('Why?').selectOption({ label: 'I changed my mind' })
  await expect(section.getByText(`“${name}” was final sale`)).toBeVisible()
  await section.getByRole('button', { name: 'Request return' }).click()
  await expect(section.getByText('Please choose at least one item.')).toBeVisible()
  await section.getByLabel('Why?').selectOption({ label: 'It’s damaged or misprinted' })
  await section.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText('Return requested').first()).toBeVisible()
})
