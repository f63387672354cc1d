'use client'
import { useAuth } from '@payloadcms/ui'
import { usePathname, useSearchParams } from 'next/navigation'

import { AccessDenied } from '@/admin/shell/access-denied'
import { requiredPermission } from '@/admin/shell/screens'
import type { User } from '@/payload-types'

/** What a person without the permission for a screen sees, with status 403. */
export default function Forbidden() {
  const { user } = useAuth<User>()
  const path = usePathname()
  // Payload redirects to /admin/unauthorized and names the page in the query.
  const requestedPath = useSearchParams().get('redirect')?.split('?', 1)[0]
  if (!user) return null
  return (
    <section className="template-minimal template-minimal--width-normal">
      <div className="template-minimal__wrap">
        <AccessDenied
          user={user}
          requires={requiredPermission(requestedPath ?? path) ?? 'panel:open'}
        />
      </div>
    </section>
  )
}
