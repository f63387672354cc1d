import { redirect } from 'next/navigation'
import type { AdminViewServerProps } from 'payload'

import { AccessDenied } from './access-denied'
import { requiredPermission } from './screens'

/** Payload redirects users without access here; `redirect` is the requested path. */
export function Unauthorized({
  initPageResult: {
    req: { user },
  },
  searchParams,
}: AdminViewServerProps) {
  if (!user) redirect('/admin/login')
  const path =
    typeof searchParams?.redirect === 'string' ? (searchParams.redirect.split('?', 1)[0] ?? '') : ''
  return <AccessDenied user={user} requires={requiredPermission(path) ?? 'panel:open'} />
}
