import { saveOAuthAccount } from '@/modules/integrations/actions/oauth-accounts'
import type { SyncRowView, SyncRunView } from '@/modules/integrations/queries/sync-runs'
import type { OAuthIntegration } from '@/platform/connections/definitions'
import type { OAuthTokens } from '@/platform/connections/keys'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'

import type { TestPerson } from './factories'
import { runWaitingJobs } from './jobs'
import { getTestPayload, rowsOf, sql } from './payload'
import { call } from './request'

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

/** Runs a service's OAuth flow as a browser does and grants or denies consent. @returns the URL where the flow ends */
export async function agreeAt(
  service: OAuthIntegration,
  as: TestPerson,
  { refuse = false, scopes }: { refuse?: boolean; scopes?: string[] } = {},
): Promise<URL> {
  const start = await call('GET', `/api/admin/connect/${service}`, { as })
  const authorize = new URL(start.headers.get('location') ?? 'http://nowhere.invalid')
  const page = await (await fetch(authorize)).text()
  const form = new URLSearchParams(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  )
  form.set('choice', refuse ? 'refuse' : 'allow')
  for (const scope of scopes ??
    [...page.matchAll(/name="scope" value="([^"]+)" checked/g)].map(([, scope = '']) => scope))
    form.append('scope', scope)
  if (scopes)
    for (const value of form.getAll('scope'))
      if (!scopes.includes(value)) form.delete('scope', value)
  const consent = await fetch(new URL(authorize.pathname, authorize), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const back = new URL(consent.headers.get('location') ?? 'http://nowhere.invalid')
  const cookie = [cookiesOf(start.headers), as.cookie].join('; ')
  const finish = await call<string>('GET', `${back.pathname}${back.search}`, {
    headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  })
  return new URL(
    (/href="([^"]+)"/.exec(finish.body)?.[1] ?? '/').replace(/&#(\d+);/g, (_, code: string) =>
      String.fromCharCode(Number(code)),
    ),
    'http://localhost',
  )
}

/** Saves an account with these tokens, as if the OAuth flow had run. */
export async function connectAs(
  service: OAuthIntegration,
  as: TestPerson,
  account: { id: string; name: string },
  tokens: Partial<OAuthTokens> & { accessToken: string },
): Promise<void> {
  return saveOAuthAccount(
    await getTestPayload(),
    as.user,
    service,
    { expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [], ...tokens },
    account,
  )
}

/** Starts an import, runs its jobs, and returns the finished run. */
export async function importNow(
  path: string,
  as: TestPerson,
  body: Record<string, unknown> = {},
): Promise<SyncRunView> {
  const started = await call<{ run: SyncRunView }>('POST', path, { as, body: { ...body, wait: 0 } })
  if (started.status !== 202)
    throw new Error(`${path} answered ${started.status} ${JSON.stringify(started.body)}`)
  await runWaitingJobs()
  return (await call<SyncRunView>('GET', `/api/admin/sync-runs/${started.body.run.id}`, { as }))
    .body
}

/** Returns the report rows of a sync run. */
export async function reportOf(run: { id: number }): Promise<SyncRowView[]> {
  return rowsOf<SyncRowView>(
    sql`select key, label, result::text as result, message, details from sync_rows where run_id = ${run.id} order by id`,
  )
}

export async function resetConnections(): Promise<void> {
  const payload = await getTestPayload()
  await payload.db.drizzle.execute(
    sql`truncate sync_rows, sync_runs, connections, connections_texts restart identity cascade`,
  )
  await payload.db.drizzle.execute(sql`delete from graphile_worker._private_jobs`)
  resetCircuitBreakers()
}
