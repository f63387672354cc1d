import { roleMay } from '../../domain/roles'
import { getConnection } from '../../queries/connection-view'
import { getLatestRun } from '../../queries/sync-runs'
import { ServiceBody } from '../connections/service-body'
import { AccountFact } from '../imports/account-fact'
import { screen } from '../screen'
import { EtsyDesk } from './etsy-desk'

export const EtsyImportScreen = screen({
  requires: 'integrations:use',
  show: async (visit) => {
    const [view, run, settings] = await Promise.all([
      getConnection(visit.payload, 'etsy'), getLatestRun(visit.payload, ['etsy-import']), visit.payload.findGlobal({ slug: 'shop-settings', depth: 0, select: { etsyKeywords: true } }),
    ])
    return {
      title: 'Etsy import',
      lead: 'Listings of your Etsy shop become products here. Nothing is for sale until somebody has looked at it.',
      children: (
        <ServiceBody
          visit={visit} view={view} testPath="/api/admin/etsy/test" consent="etsy" testFailed={{ title: 'Connection Failed', text: 'Failed to connect to Etsy API' }}
          facts={<AccountFact name="Active listings" value={view.details?.activeListings} />}
        >
          <EtsyDesk run={run} keywords={settings.etsyKeywords ?? []} mayChangeKeywords={roleMay(visit.user.role, 'settings:write')} />
        </ServiceBody>
      ),
    }
  },
})
