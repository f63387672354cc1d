import { endpoint } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { updateSettings } from '@/modules/shop/actions/update-settings'
import { getAdminSettings } from '@/modules/shop/queries/admin-settings'
import { settingsBody, settingsResponse } from '@/modules/shop/schemas/settings'

export const adminSettingsEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/settings',
    summary: 'Get shop settings',
    requires: 'settings:write',
    response: settingsResponse,
    handle: ({ payload }) => getAdminSettings(payload),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/settings',
    summary: 'Update settings; omitted fields don’t change',
    requires: 'settings:write',
    body: settingsBody,
    response: settingsResponse,
    limit: { points: 120, seconds: 600 },
    handle: (req, { body: { version, ...input } }) =>
      updateSettings(req.payload, req.user, input, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      ),
  }),
]
