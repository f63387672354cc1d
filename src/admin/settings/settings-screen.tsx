import { defineScreen } from '@/admin/screen'
import { getAdminSettings } from '@/modules/shop/queries/admin-settings'

import { SettingsForm } from './settings-form'

export const SettingsScreen = defineScreen({
  requires: 'settings:write',
  show: async ({ payload }) => ({
    title: 'Settings',
    lead: 'What holds for the whole shop. It is there for everybody at the moment it is saved.',
    children: <SettingsForm settings={await getAdminSettings(payload)} />,
  }),
})
