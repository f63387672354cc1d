import { defineScreen } from '@/admin/screen'
import { getAdminSettings } from '@/modules/shop/queries/admin-settings'

import { SettingsForm } from './settings-form'

export const SettingsScreen = defineScreen({
  requires: 'settings:write',
  show: async ({ payload }) => ({
    title: 'Settings',
    lead: 'Shop-wide settings. Changes go live right away.',
    children: <SettingsForm settings={await getAdminSettings(payload)} />,
  }),
})
