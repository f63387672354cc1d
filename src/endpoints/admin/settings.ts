import { getAdminSettings } from '../../queries/admin-settings'
import { settingsAnswer, settingsBody } from '../../schemas/admin-settings'
import { changeSettings } from '../../workflows/change-settings'
import { endpoint } from '../endpoint'
import { expectVersion } from './version'

export const adminSettingsEndpoints = [
  endpoint({
    method: 'get', path: '/api/admin/settings', summary: 'The settings of the shop', requires: 'settings:write', answer: settingsAnswer,
    handle: ({ payload }) => getAdminSettings(payload),
  }),
  endpoint({
    method: 'put', path: '/api/admin/settings', summary: 'Change settings; what is left out stays', requires: 'settings:write', body: settingsBody, answer: settingsAnswer, limit: { points: 120, seconds: 600 },
    // The guard let nobody in without a user.
    handle: (req, { body: { version, ...input } }) => changeSettings(req.payload, req.user as NonNullable<typeof req.user>, input, (updatedAt) => expectVersion(req, version, updatedAt)),
  }),
]
