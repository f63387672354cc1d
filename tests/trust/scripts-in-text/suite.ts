import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'

import { clientAddress, signIn, type Suite, type SuiteReport, type Trust, waitFor } from '../shop'
import { importTexts, uploadNamed } from './imports'
import { pagesOf, pagesOfImports, type Viewer } from './pages'
import { addressOf, type Cookies, type Places, plant } from './plant'
import { scripts } from './texts'

/** Pages that are viewed. */
const sizes = { quick: 60, ci: 150, full: 12_000 }
/** Texts that come with an import from each service. */
const importSizes = { quick: 4, ci: 10, full: 40 }

type Viewers = Record<Viewer, BrowserContext>

const open = async (
  browser: Browser,
  trust: Trust,
  { who, cookie, hits }: { who: Viewer; cookie: string; hits: string[] },
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: trust.shop.url,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': clientAddress(trust.randomFor(cookie)) },
  })
  await context.addCookies(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((one) => {
        const [name = '', ...value] = one.split('=')
        return { name, value: value.join('='), url: trust.shop.url }
      }),
  )
  await context.exposeBinding('hit', ({ page }) => void hits.push(`${page.url()} as ${who}`))
  // Whatever the page's content security policy blocked would have run without it.
  await context.exposeBinding(
    'blocked',
    ({ page }, what: string) =>
      void hits.push(`${page.url()} as ${who}: the policy had to block ${what}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // A validation library tries once whether it may use eval.
      if (/^(script|object|base|frame)/.test(violatedDirective) && blockedURI !== 'eval')
        (window as Window & { blocked?: (what: string) => void }).blocked?.(
          `${violatedDirective} ${blockedURI}`,
        )
    })
  })
  return context
}

/** Elements and attributes that only a text can bring into a page. */
const madeByTexts =
  '[onerror], [onload]:not(body), [onfocus], [onbegin], [ontoggle], iframe[srcdoc], a[href^="javascript" i], form[action^="javascript" i], base[href*="evil"], meta[http-equiv="refresh" i]'

const findForeign = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const isFromText = ({ attributes }: Element): boolean =>
      [...attributes].some(({ name, value }) => /^on/i.test(name) && value.includes('hit('))
    return [...document.querySelectorAll('*')]
      .filter((element) => element.matches(selector) || isFromText(element))
      .map(({ outerHTML }) => outerHTML)
  }, madeByTexts)

async function view(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage()
  const failures: string[] = []
  page.on('dialog', (dialog) => {
    failures.push(`${path} opened a dialog`)
    void dialog.dismiss()
  })
  try {
    const response = await page.goto(path, { waitUntil: 'load', timeout: 60_000 })
    if ((response?.status() ?? 0) >= 500) failures.push(`${path}: ${response?.status()}`)
    const foreign = await findForeign(page)
    failures.push(...foreign.map((html) => `${path} has an element from a text: ${html}`))
  } catch (error) {
    failures.push(`${path}: ${error instanceof Error ? error.message.slice(0, 200) : 'failed'}`)
  } finally {
    await page.close()
  }
  return failures
}

/** Emails with the texts, such as messages to the shop, as a program shows them that runs scripts. */
async function viewEmails(
  { shop }: Trust,
  context: BrowserContext,
  hits: string[],
): Promise<{ views: number; failures: string[] }> {
  const { mails } = (await (await fetch(`${shop.mailUrl}/api/mails`)).json()) as {
    mails: { subject: string; html: string }[]
  }
  const withTexts = mails.filter(({ html }) => html.includes('hit('))
  const failures = withTexts.length > 0 ? [] : ['no email has one of the texts']
  const page = await context.newPage()
  for (const { subject, html } of withTexts) {
    await page.setContent(html, { waitUntil: 'domcontentloaded' })
    const found = [...(await findForeign(page)), ...hits.splice(0)]
    failures.push(...found.map((one) => `the email “${subject}”: ${one}`))
  }
  await page.close()
  return { views: withTexts.length, failures }
}

/** The customer has an address and a review to write into, of a product that they bought. */
async function findPlaces(trust: Trust, customer: string): Promise<Places & { slug: string }> {
  const [row] = await trust.query<Omit<Places, 'address' | 'review'> & { slug: string }>(
    `select p.id as product, p.category_id as category, c.id as article, c.slug, o.id as order,
       (select id from media order by id limit 1) as picture,
       (select min(first.id) from orders first where first.email = o.email) as buyer
     from orders o join orders_items i on i._parent_id = o.id join products p on p.id = i.product_id
       join users u on u.id = o.customer_id, content c
     where u.username = 'wren' and o.status = 'delivered' and p.is_active and p.deleted_at is null
       and c.status = 'published' and c.deleted_at is null
     order by o.id, p.id, c.id limit 1`,
  )
  if (!row) throw new Error('There is no bought product or article to write into')
  const write = async (path: string, body: object): Promise<void> => {
    const address = clientAddress(trust.randomFor(path))
    await trust.call('POST', path, { body, cookie: customer, address })
  }
  await write('/api/account/addresses', addressOf('x'))
  await write('/api/account/reviews', { productId: row.product, rating: 5, title: 'x', body: 'x' })
  const newest = async (path: string): Promise<number> =>
    (await trust.call('GET', path, { cookie: customer })).body[0]?.id
  return {
    ...row,
    address: await newest('/api/account/addresses'),
    review: await newest('/api/account/reviews'),
  }
}

/** Texts from outside: captions, titles, names of products, and file names. */
async function viewImports(
  trust: Trust,
  viewers: Viewers,
  { cookie, hits }: { cookie: string; hits: string[] },
): Promise<{ views: number; imported: number; failures: string[] }> {
  const texts = trust
    .randomFor('imports')
    .shuffled(scripts)
    .filter((text) => text.trim() === text && !text.includes('\u0000'))
    .slice(0, importSizes[trust.scale])
  const named = await uploadNamed(trust, texts, cookie)
  const imported = await importTexts(trust, texts, cookie)
  const failures = [...named.failures]
  if (named.accepted === 0) failures.push('no file with such a name was accepted')
  // Two services bring articles, and two bring products. One text or another may be refused.
  if (imported.articles.length < texts.length || imported.products.length < texts.length)
    failures.push(
      `only ${imported.articles.length} articles and ${imported.products.length} products were imported`,
    )
  const paths = pagesOfImports(imported)
  for (const path of paths.staff) failures.push(...(await view(viewers['super admin'], path)))
  for (const path of paths.visitor) failures.push(...(await view(viewers.visitor, path)))
  failures.push(...hits.splice(0).map((hit) => `an imported text: ${hit}`))
  return {
    views: paths.staff.length + paths.visitor.length,
    imported: imported.articles.length + imported.products.length,
    failures,
  }
}

/** Opens a browser for each kind of reader, and makes sure that a script would be noticed. */
async function openViewers(
  browser: Browser,
  trust: Trust,
  { cookies, hits }: { cookies: Cookies; hits: string[] },
): Promise<Viewers> {
  const random = trust.randomFor('viewers')
  const openAs = (who: Viewer, cookie: string): Promise<BrowserContext> =>
    open(browser, trust, { who, cookie, hits })
  const viewers = {
    visitor: await openAs('visitor', ''),
    customer: await openAs('customer', cookies.customer),
    editor: await openAs('editor', await signIn(trust, 'edie', clientAddress(random))),
    admin: await openAs('admin', await signIn(trust, 'marisol', clientAddress(random))),
    'super admin': await openAs('super admin', cookies.staff),
  }
  for (const [who, context] of Object.entries(viewers)) {
    const control = await context.newPage()
    await control.setContent('<img src=x onerror=hit()>')
    await waitFor('A script is noticed', () => Promise.resolve(hits.length > 0), {
      timeoutMs: 5000,
    }).catch(() => {
      throw new Error(`A script that runs for the ${who} is not seen to run`)
    })
    hits.splice(0)
    await control.close()
  }
  return viewers
}

async function run(trust: Trust): Promise<SuiteReport> {
  const random = trust.randomFor('scripts')
  const cookies: Cookies = {
    staff: await signIn(trust, 'june', clientAddress(random)),
    customer: await signIn(trust, 'wren', clientAddress(random)),
  }
  const places = await findPlaces(trust, cookies.customer)
  const hits: string[] = []
  const failures: string[] = []
  const [plantedIn, refusedIn] = [new Set<string>(), new Set<string>()]
  let [views, texts, imported, emails] = [0, 0, 0, 0]
  const browser = await chromium.launch({ executablePath: trust.shop.browserPath })
  try {
    const viewers = await openViewers(browser, trust, { cookies, hits })
    for (const text of trust.only === 'imports' ? [] : random.shuffled(scripts)) {
      if (views >= sizes[trust.scale]) break
      const result = await plant(trust, text, places, cookies)
      for (const sink of result.planted) plantedIn.add(sink)
      for (const sink of result.refused) refusedIn.add(sink)
      failures.push(...result.failures)
      texts += 1
      const pages = Object.entries(pagesOf(places, text)) as [Viewer, string[]][]
      await Promise.all(
        pages.map(async ([who, paths]) => {
          for (const path of paths) failures.push(...(await view(viewers[who], path)))
          views += paths.length
        }),
      )
      failures.push(...hits.splice(0).map((hit) => `${JSON.stringify(text)}: ${hit}`))
      trust.log(`${texts} texts, ${views} pages viewed, ${failures.length} failures`)
    }
    for (const sink of refusedIn)
      if (!plantedIn.has(sink)) failures.push(`${sink} took none of the texts`)
    if (trust.only !== 'imports') {
      const seen = await viewEmails(trust, viewers.visitor, hits)
      failures.push(...seen.failures)
      emails = seen.views
    }
    if (trust.only !== 'texts') {
      const others = await viewImports(trust, viewers, { cookie: cookies.staff, hits })
      failures.push(...others.failures)
      views += others.views
      imported = others.imported
    }
  } finally {
    await browser.close()
  }
  return {
    counts: {
      texts,
      'places that took a text': plantedIn.size,
      'imported articles and products': imported,
      'pages viewed': views,
      'emails viewed': emails,
    },
    failures,
  }
}

export const scriptsInText: Suite = { letter: 'X', title: 'Scripts in texts (XSS)', run }
