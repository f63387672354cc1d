import { endpoint } from '@/endpoints/endpoint'
import { changeListPreferences } from '@/modules/accounts/actions/change-list-preferences'
import {
  changeListPreferencesBody,
  listPreferences,
} from '@/modules/accounts/schemas/list-preferences'

export const listPreferencesEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/admin/list-preferences',
    summary: 'Update your views of a list: save, rename, or delete one, or choose its columns',
    requires: 'panel:open',
    sessionOnly: true,
    body: changeListPreferencesBody,
    response: listPreferences,
    limit: { points: 120, seconds: 600 },
    handle: (req, { body }) => changeListPreferences(req.payload, req.user, body),
  }),
]
