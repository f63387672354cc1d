import type { Trust } from './shop'

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')

/**
 * Connects the shop's account at a service: the consent page is answered as a person does.
 * @param service the name in `/api/admin/connect/:service`, e.g. `etsy` or `linkedin`
 * @throws Error when it isn't connected afterwards
 */
export async function connectService(trust: Trust, service: string, cookie: string): Promise<void> {
  const start = await trust.call('GET', `/api/admin/connect/${service}`, { cookie })
  const authorize = new URL(start.headers.get('location') ?? 'http://nowhere.invalid')
  const page = await (await fetch(authorize)).text()
  const form = new URLSearchParams(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  )
  form.set('choice', 'allow')
  for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]+)" checked/g))
    form.append('scope', scope)
  const consent = await fetch(new URL(authorize.pathname, authorize), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const back = new URL(consent.headers.get('location') ?? 'http://nowhere.invalid')
  await trust.call('GET', `${back.pathname}${back.search}`, {
    cookie: [cookiesOf(start.headers), cookie].join('; '),
    headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
  })
  const { body } = await trust.call('GET', '/api/admin/connections', { cookie })
  const connections: { provider: string; state: string }[] = body
  const [account] = await trust.query(
    'select 1 from social_accounts where platform::text = $1 and is_active',
    [service === 'x' ? 'twitter' : service],
  )
  if (!account && !connections.some((one) => one.provider === service && one.state === 'connected'))
    throw new Error(`${service} was not connected`)
}
