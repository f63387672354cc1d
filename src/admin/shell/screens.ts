import {
  BookOpen,
  Camera,
  Clapperboard,
  FileText,
  HeartPulse,
  Image,
  Inbox,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Mail,
  MessageSquareText,
  Package,
  Printer,
  RefreshCw,
  ScrollText,
  Send,
  Settings,
  Shapes,
  Share2,
  ShieldCheck,
  Store,
  Tag,
  Users,
} from 'lucide-react'

import { type Permission, type Role, roleHasPermission } from '@/access/roles'

/** `also`: other search terms. */
export type PanelScreen = {
  label: string
  also?: string
  href: string
  icon: LucideIcon
  requires: Permission
  counts?: 'orders for the printer'
}
type ScreenGroup = { title: string | null; screens: PanelScreen[] }

const screen = (
  label: string,
  href: string,
  icon: LucideIcon,
  requires: Permission,
  more: Pick<PanelScreen, 'also' | 'counts'> = {},
): PanelScreen => ({ label, href, icon, requires, ...more })

/** Every screen and its permission, for the navigation and the access check. */
export const screenGroups: ScreenGroup[] = [
  { title: null, screens: [screen('Dashboard', '/admin', LayoutGrid, 'panel:open')] },
  {
    title: 'Shop',
    screens: [
      screen('Products', '/admin/products', Tag, 'products:write', {
        also: 'prices variants sizes colors stock',
      }),
      screen('Categories', '/admin/categories', Shapes, 'categories:write'),
      screen('Orders', '/admin/orders', Package, 'orders:read', {
        also: 'payments refunds tracking customers sales',
        counts: 'orders for the printer',
      }),
      screen('Reviews', '/admin/reviews', MessageSquareText, 'reviews:write'),
      screen('Messages', '/admin/messages', Inbox, 'messages:read', { also: 'contact inbox' }),
      screen('Users', '/admin/users', Users, 'users:read', {
        also: 'staff team colleagues customers roles invite people',
      }),
    ],
  },
  {
    title: 'Content',
    screens: [
      screen('Content', '/admin/content', FileText, 'content:write', {
        also: 'blog reflections meditations articles writing',
      }),
      screen('Social media', '/admin/social', Share2, 'social:write'),
      screen('Pages', '/admin/pages', BookOpen, 'pages:write', {
        also: 'about terms privacy policy faq size guide texts',
      }),
      screen('Media library', '/admin/media', Image, 'media:write', {
        also: 'pictures images files uploads',
      }),
      screen('Subscribers', '/admin/subscribers', Mail, 'subscribers:read', {
        also: 'newsletter letter emails mail list',
      }),
    ],
  },
  {
    title: 'Integrations',
    screens: [
      screen('Printful', '/admin/printful', Printer, 'integrations:use', {
        also: 'print shipping fulfillment margins',
      }),
      screen('Printful sync', '/admin/printful-sync', RefreshCw, 'integrations:use'),
      screen('Etsy import', '/admin/etsy-import', Store, 'integrations:use'),
      screen('Instagram import', '/admin/instagram-import', Camera, 'posts:import'),
      screen('TikTok import', '/admin/tiktok-import', Clapperboard, 'posts:import'),
      screen('Mailchimp', '/admin/mailchimp', Send, 'integrations:use', {
        also: 'newsletter letter',
      }),
    ],
  },
  {
    title: 'System',
    screens: [
      screen('System status', '/admin/health', HeartPulse, 'users:activate', {
        also: 'mail email jobs worker queue webhooks paypal payment errors',
      }),
      screen('Data requests', '/admin/data-requests', ShieldCheck, 'privacy:write', {
        also: 'privacy deletion erase gdpr',
      }),
      screen('Audit log', '/admin/audit', ScrollText, 'audit:read', {
        also: 'history who changed',
      }),
      screen('API keys', '/admin/api-keys', KeyRound, 'settings:write', {
        also: 'tokens programs integrations',
      }),
      screen('Settings', '/admin/settings', Settings, 'settings:write', {
        also: 'shipping tax taxes goals shop email address social links',
      }),
    ],
  },
]

const isWithin = (path: string, href: string): boolean =>
  path === href || path.startsWith(`${href}/`)

/** The permission that a path needs, or null for unknown paths. */
export function requiredPermission(path: string): Permission | null {
  return (
    screenGroups
      .flatMap(({ screens }) => screens)
      .find(({ href }) => (href === '/admin' ? path === href : isWithin(path, href)))?.requires ??
    null
  )
}

export function screenGroupsFor(role: Role): ScreenGroup[] {
  return screenGroups
    .map(({ title, screens }) => ({
      title,
      screens: screens.filter(({ requires }) => roleHasPermission(role, requires)),
    }))
    .filter(({ screens }) => screens.length > 0)
}
