// @core
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { jest } from '@jest/globals'
import config from '@payload-config'
import { screens } from '@tests/integration/http/access-matrix'
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { type AdminViewServerProps, createLocalReq } from 'payload'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { type Permission, type Role, roleLabels, roles } from '@/access/roles'
import { getAdminOrder } from '@/modules/orders/queries/admin-orders'

// This is the only style sheet that a package of the panel imports from its code.
jest.unstable_mockModule('react-image-crop/dist/ReactCrop.css', () => ({}))
const { DefaultTemplate } = await import('@payloadcms/next/templates')
const { ScreenBoundary } = await import('@/admin/shell/screen-boundary')
const { collectionRedirect } = await import('@/admin/shell/collection-redirects')
const { screenGroupsFor, screensFor, requiredPermission, panelScreens } =
  await import('@/admin/shell/screens')

type View = ((props: AdminViewServerProps) => Promise<ReactElement> | ReactElement) & {
  requires?: Permission
}

const { admin, collections, globals } = await config
const views = Object.entries(admin.components.views ?? {}).map(
  ([name, { Component, path: at }]) => ({
    name,
    at,
    component: typeof Component === 'string' ? Component : '',
  }),
)
const guarded = views.filter(({ name }) => name !== 'unauthorized' && name !== 'forgot')

const load = async (component: string): Promise<View> => {
  const [file = '', name = ''] = component.split('#')
  const module = (await import(pathToFileURL(path.resolve(`.${file}.tsx`)).href)) as Record<
    string,
    View
  >
  const view = module[name]
  if (!view) throw new Error(`${component} is not there`)
  return view
}

let people: Record<Role, TestPerson>
let orderId: number
beforeAll(async () => {
  await getTestPayload()
  people = Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, await makePerson(role)])),
  ) as Record<Role, TestPerson>
  orderId = (await makeOrder()).id
  const payload = await getTestPayload()
  expect(
    (
      await payload.create({
        collection: 'content',
        data: {
          title: 'A slow morning',
          slug: 'a-slow-morning',
          contentType: 'reflection',
          status: 'draft',
        },
      })
    ).id,
  ).toBe(orderId)
  // Each of these is the first of its kind, so the same ID opens every screen.
  expect(
    (
      await payload.create({
        collection: 'discounts',
        data: {
          name: 'Spring',
          isActive: true,
          isAutomatic: false,
          kind: 'free_shipping',
          scope: 'all',
          minimumSubtotalCents: 0,
          firstOrderOnly: false,
          startsAt: '2026-01-01T00:00:00Z',
        },
      })
    ).id,
  ).toBe(orderId)
  expect(
    (
      await payload.create({
        collection: 'gift-cards',
        data: { codeHash: 'a'.repeat(64), lastFour: 'WXYZ', isActive: true },
      })
    ).id,
  ).toBe(orderId)
  expect((await makeProduct()).id).toBe(orderId)
})

/** Draft orders don't share that ID, so their screen is visited for a new one. */
const pathOf = (at: string): string =>
  at.replace('draft-orders/:id', 'draft-orders/new').replace(':id', String(orderId))

const propsFor = async (
  user: TestPerson['user'] | null,
  at = '',
  searchParams: Record<string, string> = {},
): Promise<AdminViewServerProps> => {
  const payload = await getTestPayload()
  const req = await createLocalReq(
    { user: user ? { ...user, collection: 'users' } : undefined },
    payload,
  )
  return {
    initPageResult: { req, permissions: {}, visibleEntities: { collections: [], globals: [] } },
    params: { segments: pathOf(at).split('/').filter(Boolean) },
    searchParams,
  } as unknown as AdminViewServerProps
}
const visit = async (
  component: string,
  ...visitor: Parameters<typeof propsFor>
): Promise<ReactElement> => (await load(component))(await propsFor(...visitor))
type Screen = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }
/** Renders the part of a screen that reads from the database and loads after its frame. */
const renderScreen = async (element: ReactElement): Promise<ReactElement<Screen>> => {
  const inside = [(element.props as { children?: unknown }).children]
    .flat()
    .filter(
      (child): child is ReactElement =>
        typeof child === 'object' && child !== null && 'props' in child,
    )
  const body = inside.find(({ props }) => typeof (props as { show?: unknown }).show === 'function')
  if (body) return (body.type as (props: unknown) => Promise<ReactElement<Screen>>)(body.props)
  for (const child of inside) {
    const found = await renderScreen(child).catch(() => null)
    if (found) return found
  }
  throw new Error('The screen draws nothing')
}
const redirectOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no redirect',
    (error: Error & { digest?: string }) => error.digest?.split(';')[2] ?? error.message,
  )

it('has every registered view in the table of screens and a permission for each guarded view', async () => {
  expect(views.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(screens), 'forgot', 'unauthorized'].sort(),
  )
  for (const { component } of guarded) expect((await load(component)).requires).toBeDefined()
})

describe.each(guarded)('the view $name', ({ name, component, at }) => {
  it('redirects visitors to sign-in with a way back', async () => {
    const target = await redirectOf(visit(component, null, at, { status: 'paid', page: '2' }))
    const requested = `/admin${pathOf(at ?? '')}?status=paid&page=2`
    expect(target).toBe(`/admin/login?redirect=${encodeURIComponent(requested)}`)
  })

  it.each(roles)(
    'is shown to %s only with permission and otherwise names the role required',
    async (role) => {
      const lowest = screens[name] ?? 'super_admin'
      const element = await visit(component, people[role].user, at)
      if (roles.indexOf(role) >= roles.indexOf(lowest)) {
        expect([DefaultTemplate, ScreenBoundary]).toContain(element.type)
        expect((await renderScreen(element)).props.title).toBeTruthy()
        return
      }
      const html = renderToStaticMarkup(element)
      expect(html).toContain(`You need the ${roleLabels[lowest]} role to see this page.`)
      expect(html).toContain('href="/"')
      expect(html).toContain('href="/api/logout"')
      expect(html).not.toContain('DF-')
    },
  )

  it('is hidden from a deactivated admin', async () => {
    const former = await makePerson('super_admin', { isActive: false })
    expect(renderToStaticMarkup(await visit(component, former.user, at))).toContain(
      'This account is deactivated.',
    )
  })
})

describe('a screen', () => {
  const ignored = (): void => undefined
  const router = {
    bfcacheId: '',
    back: ignored,
    forward: ignored,
    refresh: ignored,
    push: ignored,
    replace: ignored,
    prefetch: ignored,
  }
  const markupOf = (node: ReactNode): string =>
    renderToStaticMarkup(createElement(AppRouterContext, { value: router }, node))
  /** The screen at a path; Home has none. */
  const show = async (at?: string) => {
    const { component } = views.find((view) => view.at === at) ?? { component: '' }
    return (await renderScreen(await visit(component, people.admin.user, at))).props
  }

  it('for system status labels the two Instagram connections by purpose', async () => {
    await rowsOf(
      sql`insert into connections (provider, is_active) values ('instagram', true) returning id`,
    )
    await rowsOf(
      sql`insert into social_accounts (platform, account_name, account_id) values ('instagram', 'dayfern', '1') returning id`,
    )
    const html = markupOf((await show('/health')).children)
    expect(html).toContain('Instagram (import)')
    expect(html).toContain('Instagram (posting)')
  })

  afterAll(() => rowsOf(sql`delete from graphile_worker._private_known_crontabs returning 1`))
  it('for system status says that something needs attention if any of its parts does', async () => {
    await rowsOf(
      sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('status', now(), now())`,
    )
    await rowsOf(sql`delete from graphile_worker._private_jobs returning 1`)
    const lead = async () => (await show('/health')).lead
    expect(await lead()).toBe('All systems are working.')

    await rowsOf(
      sql`insert into webhook_events (provider, event_id, event_type, body, status) values ('paypal', 'new', 'test', '{}', 'received')`,
    )
    expect(await lead()).toBe('All systems are working.')
    expect(markupOf((await show('/health')).children)).not.toContain('unprocessed')
    await rowsOf(sql`update webhook_events set created_at = now() - interval '6 minutes'`)
    expect(await lead()).toBe('Something needs attention.')
    expect(markupOf((await show('/health')).children)).toContain('1 unprocessed')
    await rowsOf(sql`update webhook_events set status = 'failed'`)
    expect(await lead()).toBe('Something needs attention.')
    await rowsOf(sql`update webhook_events set status = 'processed'`)
    expect(await lead()).toBe('All systems are working.')

    const setConnection = (error: string | null, isActive = true) =>
      rowsOf(
        sql`update connections set last_error = ${error}, is_active = ${isActive} where provider = 'instagram' returning id`,
      )
    await setConnection('Sign in again.')
    expect(await lead()).toBe('Something needs attention.')
    await setConnection('Sign in again.', false)
    expect(await lead()).toBe('All systems are working.')
    await setConnection(null)
    expect(await lead()).toBe('All systems are working.')

    await rowsOf(
      sql`insert into audit_events (action, actor_role, details) values ('backup.failed', 'system', '{"reason": "The disk is full."}')`,
    )
    expect(await lead()).toBe('Something needs attention.')
  })

  describe('with payments that need attention', () => {
    const addRefusal = async (issue: string) => {
      const order = await makeOrder({ paymentState: 'declined' })
      await rowsOf(
        sql`insert into order_events (order_id, type, message, actor, reason) values (${order.id}, 'payment_refused', 'PayPal refused this payment', 'PayPal', ${issue})`,
      )
      return order.id
    }
    const pay = (id: number) =>
      rowsOf(sql`update orders set status = 'paid', payment_state = 'completed' where id = ${id}`)
    const screensOf = async () =>
      Promise.all([undefined, '/health'].map(async (at) => markupOf((await show(at)).children)))

    it('Home and system status say why PayPal refused the newest one, and what to do', async () => {
      const restricted = await addRefusal('PAYEE_ACCOUNT_RESTRICTED')
      for (const html of await screensOf()) {
        expect(html).toContain('PayPal refused a payment because of your account.')
        expect(html).toContain('Your PayPal account is restricted. Sign in to PayPal')
      }
      expect((await show('/health')).lead).toBe('Something needs attention.')

      const unknown = await addRefusal('PAYEE_ACCOUNT_ON_THE_MOON')
      for (const html of await screensOf()) {
        expect(html).toContain('PayPal refused 2 payments because of your account.')
        expect(html).toContain('PayPal’s reason is “PAYEE_ACCOUNT_ON_THE_MOON”.')
        expect(html).not.toContain('is restricted')
      }

      await pay(unknown)
      for (const html of await screensOf()) expect(html).toContain('is restricted')
      await pay(restricted)
      for (const html of await screensOf()) expect(html).not.toContain('PayPal refused')
    })

    it('system status lists refunds and payments that hang, but not other tasks of staff', async () => {
      const hanging = await makeOrder({ paymentState: 'capturing' })
      const refunded = await makeOrder({ paymentState: 'completed', status: 'paid' })
      await rowsOf(
        sql`update orders set created_at = now() - interval '1 hour' where id = ${hanging.id}`,
      )
      await rowsOf(sql`
        insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency, created_at)
        values (${refunded.id}, 'refund', 'paypal', 'REF-STUCK', 'pending', 500, 'USD', now() - interval '8 days')`)
      const texts = [
        '1 payment couldn’t be confirmed with PayPal.',
        '1 order has a refund that PayPal hasn’t confirmed in a week.',
      ]
      const [home, status] = await screensOf()
      for (const html of [home, status]) for (const text of texts) expect(html).toContain(text)
      expect(home).toContain('1 unfinished draft')
      expect(status).not.toContain('unfinished draft')

      await pay(hanging.id)
      await rowsOf(sql`update payments set status = 'completed' where provider_id = 'REF-STUCK'`)
      expect((await screensOf())[1]).not.toContain('/admin/orders?issue=payment')
    })
  })

  it('for a receipt lists the payment and its refund once, and not the gift cards that were bought', async () => {
    await rowsOf(sql`
      insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency)
      values (${orderId}, 'capture', 'paypal', 'CAP-CARD', 'completed', 4055, 'USD'),
        (${orderId}, 'gift-card-sale', 'gift-card', 'SALE-CARD', 'completed', 2500, 'USD'),
        (${orderId}, 'refund', 'paypal', 'REF-CARD', 'completed', 2500, 'USD'),
        (${orderId}, 'gift-card-cancel', 'gift-card', 'CANCEL-CARD', 'completed', 2500, 'USD')`)
    const html = markupOf((await show('/orders/:id/receipt')).children)
    expect(html.match(/(Paid|Refunded)( through PayPal)?, /g)).toEqual([
      'Paid through PayPal, ',
      'Refunded through PayPal, ',
    ])
    expect(html).not.toMatch(/(SALE|CANCEL)-CARD/)
  })

  it('for a receipt names what a gift card paid once, and for an order only if it did pay', async () => {
    const payload = await getTestPayload()
    const { OrderLineItems } = await import('@/admin/orders/order-line-items')
    const itemsOf = async (state: string) => {
      await rowsOf(
        sql`update orders set gift_card_cents = 1500, payment_state = ${state} where id = ${orderId}`,
      )
      const order = await getAdminOrder(payload, orderId)
      if (!order) throw new Error('No order')
      return markupOf(
        createElement(OrderLineItems, { order, swapAmounts: new Map(), payments: [] }),
      )
    }
    // An order that was closed unpaid: the reservation went back to the card.
    expect(await itemsOf('created')).not.toContain('gift card')
    expect(await itemsOf('completed')).toContain('Paid by gift card')
    await rowsOf(sql`
      insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency)
      values (${orderId}, 'gift-card', 'gift-card', 'PAID-CARD', 'completed', 1500, 'USD')`)
    const html = markupOf((await show('/orders/:id/receipt')).children)
    expect(html.match(/[^<>]*gift card[^<>]*/gi)).toEqual([
      expect.stringMatching(/^Paid with a gift card/),
    ])
  })

  it('for messages links to customers so that staff can start a message', async () => {
    expect(markupOf((await show('/messages')).actions)).toMatch(
      /href="\/admin\/customers"[^>]*>Write to a customer</,
    )
  })
})

describe('the page for unauthorized users', () => {
  const { component } = views.find(({ name }) => name === 'unauthorized') ?? { component: '' }
  it('names the role required for the requested page', async () => {
    expect(
      renderToStaticMarkup(await visit(component, people.customer.user, '/unauthorized')),
    ).toContain('You need the Editor role to see this page.')
    expect(
      renderToStaticMarkup(
        await visit(component, people.customer.user, '/unauthorized', {
          redirect: '/admin/products/3?x=1',
        }),
      ),
    ).toContain('You need the Admin role to see this page.')
  })
  it('redirects visitors to sign-in', async () => {
    expect(await redirectOf(visit(component, null, '/unauthorized'))).toBe('/admin/login')
  })
})

describe('the navigation', () => {
  const labelsFor = (role: Role): string[] => screensFor(role).map(({ label }) => label)
  /** 'Products (Categories, Reviews)' */
  const groupsFor = (role: Role): string[] =>
    screenGroupsFor(role).map(({ title, screens }) =>
      [
        title,
        ...(screens.length > 0 ? [`(${screens.map(({ label }) => label).join(', ')})`] : []),
      ].join(' '),
    )

  it('groups screens by task and shows each role only the screens it may open', () => {
    expect(groupsFor('customer')).toEqual([])
    expect(groupsFor('editor')).toEqual([
      'Dashboard',
      'Content (Social media, Media library)',
      'Integrations (Instagram, TikTok)',
    ])
    const shared = [
      'Dashboard',
      'Orders (Returns, Gift cards, Reports)',
      'Products (Categories, Discounts, Reviews)',
      'Customers (Messages, Newsletter)',
      'Content (Pages, Social media, Media library)',
      'Integrations (Printful, Printful sync, Etsy, Instagram, TikTok, Mailchimp)',
    ]
    expect(groupsFor('admin')).toEqual([...shared, 'Settings (Users, System status)'])
    expect(groupsFor('super_admin')).toEqual([
      ...shared,
      'Settings (General, Users, API keys, Data requests, Audit log, Go live, System status)',
    ])
  })

  it('offers screens but no group headings in the command palette', () => {
    expect(labelsFor('editor')).toEqual([
      'Dashboard',
      'Content',
      'Social media',
      'Media library',
      'Instagram',
      'TikTok',
    ])
    expect(labelsFor('super_admin')).toContain('Products')
    expect(labelsFor('super_admin')).not.toContain('Integrations')
    expect(labelsFor('super_admin')).not.toContain('Settings')
  })

  it('has all specified screens at their paths', () => {
    const paths = screensFor('super_admin').map(({ href }) => href)
    for (const path of [
      '',
      'products',
      'orders',
      'content',
      'social',
      'media',
      'etsy-import',
      'tiktok-import',
      'instagram-import',
      'mailchimp',
      'printful',
      'printful-sync',
      'users',
    ])
      expect(paths).toContain(path ? `/admin/${path}` : '/admin')
  })

  it('redirects every list and editor of Payload to a screen of the shop', () => {
    const screensOfOurs = panelScreens.map(({ href }) => href)
    for (const slug of [...collections.map((one) => one.slug), 'nothing'])
      for (const id of [undefined, '1', 'create', 'trash'])
        expect(
          screensOfOurs.some((href) =>
            collectionRedirect(['collections', slug, ...(id ? [id] : [])])
              ?.split('?')[0]
              ?.startsWith(href),
          ),
        ).toBe(true)
    expect(globals.map((one) => collectionRedirect(['globals', one.slug]))).toEqual([
      '/admin/settings',
    ])
    expect([
      collectionRedirect(['collections', 'products', '12']),
      collectionRedirect(['collections', 'products', 'create']),
      collectionRedirect(['collections', 'content', '7']),
      collectionRedirect(['collections', 'pages', '3']),
      collectionRedirect(['collections', 'content', 'create']),
      collectionRedirect(['collections', 'content', '7', 'versions', '2']),
      collectionRedirect(['collections', 'social-posts', '4']),
    ]).toEqual([
      '/admin/products/12',
      '/admin/products/new',
      '/admin/content/7',
      '/admin/pages/3',
      '/admin/content/new',
      '/admin/content/7/versions',
      '/admin/social?edit=4',
    ])
    for (const path of [[], ['login'], ['products', '12'], ['account']])
      expect(collectionRedirect(path)).toBeNull()
  })

  it('links only to screens that exist', () => {
    const known = ['/admin', ...views.flatMap(({ at }) => (at ? [`/admin${at}`] : []))]
    for (const { href } of panelScreens) expect(known).toContain(href)
  })

  it('requires the permission of a screen for its subpages and none for unknown pages', () => {
    expect(requiredPermission('/admin')).toBe('panel:open')
    expect(requiredPermission('/admin/products/12')).toBe('products:write')
    expect(requiredPermission('/admin/products-of-others')).toBeNull()
    expect(requiredPermission('/admin/login')).toBeNull()
  })
})
