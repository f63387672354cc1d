import type { ReactNode } from 'react'

import { roleHasPermission } from '@/access/roles'
import type { ScreenContext } from '@/admin/screen'
import type { ConnectionView } from '@/modules/integrations/queries/connections'

import { ConnectionPanel } from './connection-panel'
import { ConnectionTest } from './connection-test'
import { OAuthResultNotice } from './oauth-result-notice'
import { TestFailureToast } from './test-failure-toast'

type Props = {
  context: ScreenContext
  view: ConnectionView
  testFailed?: { title: string; text: string }
  children: ReactNode
  aside?: ReactNode
  /** About the account. Values that the last test did not return are left out. */
  facts?: Record<string, unknown>
}

/** The layout of integration screens: the work beside the connection. */
export function IntegrationLayout({
  context: { user, query },
  view,
  testFailed = { title: 'Connection Error', text: 'Connection test failed' },
  children,
  aside,
  facts,
}: Props) {
  const isConnected = view.state === 'connected'
  // On a phone, what needs attention comes first.
  const isReady = isConnected && !view.lastError
  return (
    <ConnectionTest
      path={isConnected ? `/api/admin/${view.provider}/test` : null}
      isUpToDate={view.connectedAs !== null && !view.lastError}
    >
      <TestFailureToast {...testFailed} />
      <OAuthResultNotice query={query} />
      <div className={`df-columns ${isReady ? '' : 'df-columns--unconnected'}`}>
        <div>{children}</div>
        <div>
          <ConnectionPanel
            view={view}
            mayManage={roleHasPermission(user.role, 'integrations:use')}
            facts={facts}
          />
          {aside}
        </div>
      </div>
    </ConnectionTest>
  )
}
