import type { ReactNode } from 'react'

import { roleHasPermission } from '@/access/roles'
import type { ScreenContext } from '@/admin/screen'
import type { ConnectionView } from '@/modules/integrations/queries/connections'

import { ConnectionPanel } from './connection-panel'
import { ConnectionTest } from './connection-test'
import { OAuthResultNotice } from './oauth-result-notice'
import { TestFailureToast } from './test-failure-toast'

type Props = {
  visit: ScreenContext
  view: ConnectionView
  /** '/api/admin/etsy/test' */
  testPath: string
  testFailed?: { title: string; text: string }
  consent?: string
  children: ReactNode
  aside?: ReactNode
  facts?: ReactNode
}

/** The layout of integration screens: the work beside the connection. */
export function IntegrationLayout({
  visit,
  view,
  testPath,
  testFailed = { title: 'Connection Error', text: 'Connection test failed' },
  consent,
  children,
  aside,
  facts,
}: Props) {
  return (
    <ConnectionTest
      path={view.state === 'connected' ? testPath : null}
      isKnown={view.connectedAs !== null}
    >
      <TestFailureToast {...testFailed} />
      <OAuthResultNotice query={visit.query} />
      <div className={`df-columns ${view.state === 'connected' ? '' : 'df-columns--unconnected'}`}>
        <div>{children}</div>
        <div>
          <ConnectionPanel
            view={view}
            mayManage={roleHasPermission(visit.user.role, 'integrations:use')}
            consent={consent}
          >
            {facts}
          </ConnectionPanel>
          {aside}
        </div>
      </div>
    </ConnectionTest>
  )
}
