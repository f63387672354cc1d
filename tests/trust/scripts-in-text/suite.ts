import { type Browser, type BrowserContext, chromium } from '@playwright/test'

import { screenGroups } from '@/admin/shell/screens'

import { clientAddress, signIn, type Suite, type SuiteReport, type Trust } from '../shop'
import { type Imported, importTexts, uploadNamed } from './imports'
import { type Cookies, type Places, plant } from './plant'
import { scripts } from './texts'

/** Pages that are viewed. */
const sizes = { quick: 60, ci: 150, full: 12_000 }
/** Texts that come with an import from each service. */
const importSizes = { quick: 4, ci: 10, full: scripts.length }

const publicPages = (
  { product, slug, category }: Places & { slug: string; category: number },
  text: string,
): string[] => [
  '/',
  '/products',
  `/products/${product}`,
  `/products?category=${category}`,
  '/blog',
  `/blog/${slug}`,
  `/products?search=${encodeURIComponent(text)}`,
  `/blog?search=${encodeURIComponent(text)}`,
  `/blog?tag=${encodeURIComponent(text)}`,
  `/auth?error=${encodeURIComponent(text)}&next=${encodeURIComponent(text)}`,
  `/orders/find?orderNumber=${encodeURIComponent(text)}`,
  `/no-such-page/${encodeURIComponent(text)}`,
]
const staffPages = ({ product, article }: Places, text: string): string[] => [
  '/admin',
  '/admin/products',
  `/admin/products/${product}`,
  '/admin/content',
  `/admin/content/${article}`,
  '/admin/categories',
  '/admin/media',
  '/admin/messages?status=all',
  '/admin/customers',
  '/admin/audit',
  `/admin/orders?search=${encodeURIComponent(text)}`,
]

const open = async (
  browser: Browser,
  trust: Trust,
  cookie: string,
  hits: string[],
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
  await context.exposeBinding('hit', ({ page }) => void hits.push(page.url()))
  // What the policy of the page blocked would have run without it.
  await context.exposeBinding(
    'blocked',
    ({ page }, what: string) => void hits.push(`${page.url()}: the policy had to block ${what}`),
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
    const foreign = await page.evaluate((selector) => {
      return [...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML)
    }, madeByTexts)
    failures.push(...foreign.map((html) => `${path} has an element from a text: ${html}`))
  } catch (error) {
    failures.push(`${path}: ${error instanceof Error ? error.message.slice(0, 200) : 'failed'}`)
  } finally {
    await page.close()
  }
  return failures
}

async function findPlaces(trust: Trust): Promise<Places & { slug: string }> {
  const [row] = await trust.query<Places & { slug: string }>(
    `select p.id as product, p.category_id as category, c.id as article, c.slug,
       (select id from media order by id limit 1) as picture
     from products p, content c
     where p.is_active and p.deleted_at is null and c.status = 'published' and c.deleted_at is null
     order by p.id, c.id limit 1`,
  )
  if (!row) throw new Error('There is no product or article to write into')
  return row
}

/** Every screen of the admin, and what an import brought, where staff and visitors see it. */
const pagesOfImports = ({
  articles,
  products,
}: Imported): Record<'staff' | 'visitor', string[]> => ({
  staff: [
    ...screenGroups
      .flatMap(({ parent, screens }) => (parent ? [parent, ...screens] : screens))
      .map(({ href }) => href),
    ...articles.map(({ id }) => `/admin/content/${id}`),
    ...products.map(({ id }) => `/admin/products/${id}`),
  ],
  visitor: [
    '/',
    '/products?search=script',
    '/reflections',
    '/blog',
    ...articles.map(({ slug }) => `/blog/${slug}`),
    ...products.map(({ id }) => `/products/${id}`),
  ],
})

type Viewing = { staff: BrowserContext; visitor: BrowserContext; hits: string[] }

/** Texts from outside: captions, titles, names of products, and file names. */
async function viewImports(
  trust: Trust,
  { staff, visitor, hits }: Viewing,
  cookie: string,
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
  for (const path of paths.staff) failures.push(...(await view(staff, path)))
  for (const path of paths.visitor) failures.push(...(await view(visitor, path)))
  failures.push(...hits.splice(0).map((hit) => `an imported text: ${hit}`))
  return {
    views: paths.staff.length + paths.visitor.length,
    imported: imported.articles.length + imported.products.length,
    failures,
  }
}

async function run(trust: Trust): Promise<SuiteReport> {
  const random = trust.randomFor('scripts')
  const cookies: Cookies = {
    staff: await signIn(trust, 'june', clientAddress(random)),
    customer: await signIn(trust, 'wren', clientAddress(random)),
  }
  const places = await findPlaces(trust)
  const hits: string[] = []
  const failures: string[] = []
  const plantedIn = new Set<string>()
  let [views, texts, imported] = [0, 0, 0]
  const browser = await chromium.launch({ executablePath: trust.shop.browserPath })
  try {
    const visitor = await open(browser, trust, '', hits)
    const staff = await open(browser, trust, cookies.staff, hits)
    const control = await staff.newPage()
    await control.setContent('<img src=x onerror=hit()>')
    await control.locator('img').waitFor({ state: 'attached' })
    await control.close()
    if (hits.splice(0).length === 0) failures.push('a script that runs is not seen to run')
    for (const text of trust.only === 'imports' ? [] : random.shuffled(scripts)) {
      if (views >= sizes[trust.scale]) break
      const { planted, failures: refused } = await plant(trust, text, places, cookies)
      for (const sink of planted) plantedIn.add(sink)
      failures.push(...refused)
      texts += 1
      for (const path of publicPages(places, text)) failures.push(...(await view(visitor, path)))
      for (const path of staffPages(places, text)) failures.push(...(await view(staff, path)))
      views += publicPages(places, text).length + staffPages(places, text).length
      failures.push(...hits.splice(0).map((hit) => `${JSON.stringify(text)}: ${hit}`))
    }
    const others = await viewImports(trust, { staff, visitor, hits }, cookies.staff)
    failures.push(...others.failures)
    views += others.views
    imported = others.imported
  } finally {
    await browser.close()
  }
  return {
    counts: {
      texts,
      'places that took a text': plantedIn.size,
      'imported articles and products': imported,
      'pages viewed': views,
    },
    failures,
  }
}

export const scriptsInText: Suite = { letter: 'X', title: 'Scripts in texts (XSS)', run }
