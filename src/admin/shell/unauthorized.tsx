import { redirect } from 'next/navigation'
import type { AdminViewServerProps } from 'payload'

import { AccessDenied } from './access-denied'
import { requiredPermission } from './screens'

/** Where Payload sends a signed-in person whom it does not let in; `redirect` says what they had asked for. */
export function Unauthorized({
  initPageResult: {
    req: { user },
  },
  searchParams,
}: AdminViewServerProps) {
  if (!user) redirect('/admin/login')
  const asked =
    typeof searchParams?.redirect === 'string' ? (searchParams.redirect.split('?', 1)[0] ?? '') : ''
  return <AccessDenied user={user} requires={requiredPermission(asked) ?? 'panel:open'} />
}
