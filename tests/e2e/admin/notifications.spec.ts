import { expect } from '@playwright/test'
import { query, signIn, test } from '@tests/support/browser'

test('the notification bell counts, lists, and links notifications, works by keyboard, and fits a phone', async ({
  page,
}) => {
  const title = `New message ${Date.now().toString(36)}`
  await signIn(page, 'june')
  await query(
    `insert into staff_notifications (kind, requires, event_key, title, text, path)
     values ('messages', 'messages:read', $1, $1, 'Topic: Something else.', '/admin/messages')`,
    [title],
  )
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/account')
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
  const list = page.getByRole('region', { name: 'Notifications' }).filter({ hasText: title })
  await expect(bell).toHaveAttribute('aria-expanded', 'false')
  // Keys pressed before hydration are lost, so press until the list opens.
  await expect(async () => {
    await bell.focus()
    await page.keyboard.press('Enter')
    await expect(bell).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 })
  }).toPass()
  await expect(list.getByRole('link', { name: `${title} (unread)` })).toBeVisible()
  const box = await list.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell).toBeFocused()

  await bell.click()
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  // Orders of other tests may add notifications in the meantime.
  const anyBell = page.getByRole('button', { name: /^Notifications/ })
  await expect(anyBell).toBeFocused()
  await expect(list.getByRole('link', { name: `${title} (unread)` })).toHaveCount(0)
  await list.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/admin\/messages$/)
  await expect(list).toBeHidden()

  await anyBell.click()
  await page.getByRole('link', { name: 'Choose your notifications' }).click()
  const choice = page.getByRole('checkbox', { name: 'New messages: In admin' })
  await choice.uncheck()
  await page.getByRole('button', { name: 'Save notifications' }).click()
  await expect(page.getByText('Notifications updated')).toBeVisible()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await expect(async () => {
    await anyBell.click()
    await expect(anyBell).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('link', { name: 'Choose your notifications' })).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await query('update users set notification_choices = null where username = $1', ['june'])
})
