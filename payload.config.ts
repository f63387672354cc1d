import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { postgresAdapter } from '@payloadcms/db-postgres'
import { buildConfig } from 'payload'
import sharp from 'sharp'

import { panelComponents } from './src/admin/panel-components'
import { panelTranslations } from './src/admin/panel-translations'
import { AccountTokens } from './src/collections/AccountTokens'
import { Addresses } from './src/collections/Addresses'
import { ApiKeys } from './src/collections/ApiKeys'
import { AuditEvents } from './src/collections/AuditEvents'
import { Categories } from './src/collections/Categories'
import { Connections } from './src/collections/Connections'
import { ContactMessages } from './src/collections/ContactMessages'
import { Content } from './src/collections/Content'
import { CustomerNotes } from './src/collections/CustomerNotes'
import { DataRequests } from './src/collections/DataRequests'
import { DiscountCodes, Discounts } from './src/collections/Discounts'
import { DraftOrders } from './src/collections/DraftOrders'
import { richTextEditor } from './src/collections/fields/rich-text-editor'
import { GiftCardDeliveries, GiftCardEntries, GiftCards } from './src/collections/GiftCards'
import { Identities } from './src/collections/Identities'
import { KnownDevices } from './src/collections/KnownDevices'
import { Media } from './src/collections/Media'
import { OneTimeEmails } from './src/collections/OneTimeEmails'
import { OrderEvents } from './src/collections/OrderEvents'
import { OrderNotes } from './src/collections/OrderNotes'
import { Orders } from './src/collections/Orders'
import { Pages } from './src/collections/Pages'
import { Passkeys } from './src/collections/Passkeys'
import { Payments, RefundLines } from './src/collections/Payments'
import { Products } from './src/collections/Products'
import { Returns } from './src/collections/Returns'
import { Reviews } from './src/collections/Reviews'
import { SavedItems } from './src/collections/SavedItems'
import { SecondFactors } from './src/collections/SecondFactors'
import { SocialAccounts } from './src/collections/SocialAccounts'
import { SocialDeliveries } from './src/collections/SocialDeliveries'
import { SocialPosts } from './src/collections/SocialPosts'
import { StaffNotifications } from './src/collections/StaffNotifications'
import { SubscriberEvents } from './src/collections/SubscriberEvents'
import { Subscribers } from './src/collections/Subscribers'
import { SyncRows } from './src/collections/SyncRows'
import { SyncRuns } from './src/collections/SyncRuns'
import { Users } from './src/collections/Users'
import { WebhookEvents } from './src/collections/WebhookEvents'
import { endpoints } from './src/endpoints'
import { adminLogin, adminLogout } from './src/endpoints/accounts/admin-login'
import { ShopSettings } from './src/globals/ShopSettings'
import { formatError } from './src/hooks/format-error'
import { connectionTimeoutMs, watchPool } from './src/platform/database/database-pool'
import { emptyDatabase } from './src/platform/database/empty-database'
import { env, isBuilding } from './src/platform/env'
import { logger } from './src/platform/logging/logger'
import { hideQueryValues } from './src/platform/logging/redact-errors'

const here = path.dirname(fileURLToPath(import.meta.url))

hideQueryValues()

export default buildConfig({
  serverURL: env.SERVER_URL,
  secret: env.PAYLOAD_SECRET,
  routes: { admin: '/admin', api: '/cms/api' },
  graphQL: { disable: true },
  telemetry: false,
  logger,
  maxDepth: 2,
  defaultDepth: 0,
  collections: [
    { ...Users, endpoints: [adminLogin, adminLogout] },
    Identities,
    AccountTokens,
    SecondFactors,
    Passkeys,
    KnownDevices,
    Addresses,
    SavedItems,
    DataRequests,
    AuditEvents,
    ApiKeys,
    Products,
    Categories,
    Orders,
    DraftOrders,
    Payments,
    RefundLines,
    OrderEvents,
    OrderNotes,
    CustomerNotes,
    Discounts,
    DiscountCodes,
    GiftCards,
    GiftCardEntries,
    GiftCardDeliveries,
    Returns,
    Reviews,
    ContactMessages,
    OneTimeEmails,
    Content,
    Media,
    Pages,
    Subscribers,
    SubscriberEvents,
    SocialPosts,
    SocialDeliveries,
    SocialAccounts,
    Connections,
    SyncRuns,
    SyncRows,
    WebhookEvents,
    StaffNotifications,
  ],
  globals: [ShopSettings],
  endpoints,
  editor: richTextEditor,
  sharp,
  upload: { limits: { fileSize: 100 * 1024 * 1024 }, abortOnLimit: true },
  jobs: { access: { run: () => false, queue: () => false, cancel: () => false }, tasks: [] },
  // Payload itself sends nothing; without an adapter it would say at each start that emails go to the console.
  email: () => ({
    name: 'none',
    defaultFromAddress: '',
    defaultFromName: '',
    sendEmail: () => Promise.reject(new Error('Send emails with src/platform/email/send.ts.')),
  }),
  db: postgresAdapter({
    push: false,
    disableCreateDatabase: true,
    ...(isBuilding ? { pg: emptyDatabase } : {}),
    migrationDir: path.resolve(here, 'src/migrations'),
    pool: {
      connectionString: env.DATABASE_URL,
      max: env.DATABASE_POOL_MAX,
      connectionTimeoutMillis: connectionTimeoutMs.up,
      idleTimeoutMillis: 30_000,
      statement_timeout: 10_000,
      // For a database that doesn't even answer that a statement took too long.
      query_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
    },
  }),
  admin: {
    user: Users.slug,
    theme: 'all',
    avatar: { Component: '/src/admin/shell/avatar#Avatar' },
    dateFormat: 'MMM d, yyyy, h:mm a',
    meta: {
      titleSuffix: ' · Dayfern',
      description: 'Dayfern admin.',
      robots: 'noindex, nofollow',
      icons: [
        { rel: 'icon', url: '/brand/favicon.svg', type: 'image/svg+xml' },
        { rel: 'apple-touch-icon', url: '/brand/icon-180.png' },
      ],
      defaultOGImageType: 'off',
    },
    toast: { duration: 5000, limit: 1, position: 'top-center' },
    components: panelComponents,
    importMap: { baseDir: here },
  },
  i18n: { fallbackLanguage: 'en', translations: { en: panelTranslations } },
  // Otherwise every start outside production generates them in a process of its own; npm run generate does.
  typescript: { autoGenerate: false, outputFile: path.resolve(here, 'src/payload-types.ts') },
  hooks: { afterError: [formatError] },
  onInit: (payload) => {
    watchPool(payload)
  },
})
