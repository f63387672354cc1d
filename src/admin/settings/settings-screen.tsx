import { LazySettingsForm } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { getAdminSettings } from '@/modules/shop/queries/admin-settings'

export const SettingsScreen = defineScreen({
  requires: 'settings:write',
  show: async ({ payload }) => ({
    title: 'Settings',
    lead: 'Shop-wide settings. Changes go live right away.',
    children: <LazySettingsForm settings={await getAdminSettings(payload)} />,
  }),
})
