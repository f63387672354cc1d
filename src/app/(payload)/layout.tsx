import '@payloadcms/next/css'
import '@/ui/colors.css'
import '@/admin/shell/theme.css'
import '@/admin/shell/tokens.css'
import '@/admin/shell/shell.css'
import '@/admin/shell/payload-overrides.css'
import '@/ui/kit.css'
import '@/admin/shell/components.css'
import '@/admin/orders/orders.css'
import '@/admin/products/products.css'
import '@/admin/integrations/integrations.css'
import '@/admin/printful/printful.css'
import '@/admin/users/users.css'
import '@/admin/media/media.css'
import '@/admin/content/content.css'
import '@/admin/command-palette/command-palette.css'
import '@/admin/notifications/notifications.css'
import '@/admin/social/social.css'
import '@/admin/settings/settings.css'
import '@/admin/api-keys/api-keys.css'

import config from '@payload-config'
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts'
import { headers } from 'next/headers'
import { getPayload, type ServerFunctionClient } from 'payload'
import type { ReactNode } from 'react'

import { fontVariables } from '@/app/fonts'

import { importMap } from './admin/importMap.js'
import { canCallServerFunction } from './server-function-access'

const serverFunction: ServerFunctionClient = async (args) => {
  'use server'
  if (
    !(await canCallServerFunction(
      await getPayload({ config, importMap }),
      await headers(),
      args.name,
    ))
  )
    return { errors: [{ message: 'This is for staff only.' }] }
  return handleServerFunctions({ ...args, config, importMap })
}

const PanelLayout = ({ children }: { children: ReactNode }) => (
  <RootLayout
    config={config}
    importMap={importMap}
    serverFunction={serverFunction}
    htmlProps={{ className: fontVariables }}
  >
    {children}
  </RootLayout>
)

export default PanelLayout
