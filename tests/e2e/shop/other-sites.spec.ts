import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, type Page } from '@playwright/test'
import { ownProduct, query, signIn, test } from '@tests/support/browser'

type Attempt = { method: string; path: string; body?: object }

/** Sends each call from the open page with the visitor's cookies, as fetch and, where forms can, as a form. */
const sendAll = (page: Page, shopUrl: string, attempts: Attempt[]): Promise<void> =>
  page.evaluate(
    async ({ shopUrl, attempts }) => {
      const frame = document.createElement('iframe')
      frame.name = 'answer'
      document.body.append(frame)
      for (const { method, path, body } of attempts) {
        const text = JSON.stringify(body ?? {})
        // Only a request without a preflight may be sent unseen.
        for (const mode of ['cors', 'no-cors'] as const)
          await fetch(shopUrl + path, {
            method,
            mode,
            credentials: 'include',
            headers: { 'Content-Type': mode === 'cors' ? 'application/json' : 'text/plain' },
            body: text,
          }).catch(() => undefined)
        if (method !== 'POST') continue
        for (const enctype of ['text/plain', 'application/x-www-form-urlencoded']) {
          const form = document.createElement('form')
          Object.assign(form, { action: shopUrl + path, method, enctype, target: 'answer' })
          for (const [name, value] of Object.entries(body ?? {}))
            form.append(Object.assign(document.createElement('input'), { name, value }))
          document.body.append(form)
          const answered = new Promise((resolve) =>
            frame.addEventListener('load', resolve, { once: true }),
          )
          form.submit()
          await answered
        }
      }
    },
    { shopUrl, attempts },
  )

test(
  'a page of another site can’t act for a person who is signed in to the shop',
  { tag: '@core' },
  async ({ page }) => {
    const shopUrl = process.env.SHOP_URL ?? ''
    const { id } = await ownProduct()
    const city = `Elsewhere ${id}`
    const address = {
      firstName: 'Not',
      lastName: 'Me',
      address1: '1 Other St',
      city,
      stateCode: 'NY',
      zip: '10001',
    }
    const attempts: Attempt[] = [
      { method: 'POST', path: '/api/logout' },
      { method: 'POST', path: '/cms/api/users/logout' },
      { method: 'POST', path: '/api/account/addresses', body: address },
      { method: 'PATCH', path: `/cms/api/products/${id}`, body: { name: 'Taken over' } },
      { method: 'DELETE', path: `/api/admin/products/${id}` },
    ]
    const state = async () => ({
      addresses: await query('select id from addresses where city = $1', [city]),
      product: await query('select name, deleted_at from products where id = $1', [id]),
      isSignedIn: (await page.request.get(`${shopUrl}/api/account/addresses`)).ok(),
    })
    await signIn(page, 'marisol')
    const before = await state()
    expect(before).toMatchObject({ addresses: [], isSignedIn: true })

    const other = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end('<title>Another site</title><body>')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    try {
      await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
      expect(new URL(page.url()).hostname).not.toBe(new URL(shopUrl).hostname)
      await sendAll(page, shopUrl, attempts)
      expect(await state()).toEqual(before)
    } finally {
      other.closeAllConnections()
      other.close()
    }

    // From a page of the shop, the same calls work.
    await page.goto('/api-docs-of-nothing')
    await sendAll(page, shopUrl, [...attempts.slice(2), ...attempts.slice(0, 1)])
    const after = await state()
    expect(after.addresses.length).toBeGreaterThan(0)
    expect(after.product).not.toEqual(before.product)
    expect(after.isSignedIn).toBe(false)
    await query('delete from addresses where city = $1', [city])
  },
)
