import {
  BadgePercent,
  BookOpen,
  Camera,
  ChartColumn,
  Clapperboard,
  Contact,
  FilePen,
  FileText,
  Gift,
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
  Rocket,
  ScrollText,
  Send,
  Settings,
  Shapes,
  Share2,
  ShieldCheck,
  Store,
  Tag,
  Undo2,
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
/** A group of the navigation: a screen with the screens below it, or a heading (`parent: null`). */
type ScreenGroup = { title: string; parent: PanelScreen | null; screens: PanelScreen[] }

const screen = (
  label: string,
  href: string,
  icon: LucideIcon,
  requires: Permission,
  more: Pick<PanelScreen, 'also' | 'counts'> = {},
): PanelScreen => ({ label, href, icon, requires, ...more })

const single = (parent: PanelScreen): ScreenGroup => ({ title: parent.label, parent, screens: [] })

/** Every screen and its permission, in the order of the navigation. */
export const screenGroups: ScreenGroup[] = [
  single(screen('Dashboard', '/admin', LayoutGrid, 'panel:open')),
  {
    title: 'Orders',
    parent: screen('Orders', '/admin/orders', Package, 'orders:read', {
      also: 'payments refunds tracking customers sales drafts new order payment link invoice',
      counts: 'orders for the printer',
    }),
    screens: [
      screen('Returns', '/admin/returns', Undo2, 'orders:read', {
        also: 'exchanges refunds defects claims',
      }),
      screen('Gift cards', '/admin/gift-cards', Gift, 'orders:read', {
        also: 'store credit vouchers balance',
      }),
      screen('Reports', '/admin/reports', ChartColumn, 'stats:read', {
        also: 'sales tax refunds costs profit products variants states csv',
      }),
    ],
  },
  {
    title: 'Products',
    parent: screen('Products', '/admin/products', Tag, 'products:write', {
      also: 'prices variants sizes colors stock',
    }),
    screens: [
      screen('Categories', '/admin/categories', Shapes, 'categories:write'),
      screen('Discounts', '/admin/discounts', BadgePercent, 'products:write', {
        also: 'codes coupons sales promotions vouchers',
      }),
      screen('Reviews', '/admin/reviews', MessageSquareText, 'reviews:write'),
    ],
  },
  {
    title: 'Customers',
    parent: screen('Customers', '/admin/customers', Contact, 'orders:read', {
      also: 'buyers guests people notes',
    }),
    screens: [
      screen('Messages', '/admin/messages', Inbox, 'messages:read', { also: 'contact inbox' }),
      screen('Newsletter', '/admin/newsletter', Mail, 'subscribers:read', {
        also: 'subscribers weekly email mailing list',
      }),
    ],
  },
  {
    title: 'Content',
    parent: screen('Content', '/admin/content', FileText, 'content:write', {
      also: 'blog reflections meditations articles writing',
    }),
    screens: [
      screen('Pages', '/admin/pages', BookOpen, 'pages:write', {
        also: 'about terms privacy policy faq size guide texts',
      }),
      screen('Social media', '/admin/social', Share2, 'social:write'),
      screen('Media library', '/admin/media', Image, 'media:write', {
        also: 'pictures images files uploads',
      }),
    ],
  },
  {
    title: 'Integrations',
    parent: null,
    screens: [
      screen('Printful', '/admin/printful', Printer, 'integrations:use', {
        also: 'print shipping fulfillment margins',
      }),
      screen('Printful sync', '/admin/printful-sync', RefreshCw, 'integrations:use'),
      screen('Etsy', '/admin/etsy-import', Store, 'integrations:use', { also: 'import listings' }),
      screen('Instagram', '/admin/instagram-import', Camera, 'posts:import', {
        also: 'import posts',
      }),
      screen('TikTok', '/admin/tiktok-import', Clapperboard, 'posts:import', {
        also: 'import videos',
      }),
      screen('Mailchimp', '/admin/mailchimp', Send, 'integrations:use', {
        also: 'newsletter audience sync',
      }),
    ],
  },
  {
    title: 'Settings',
    parent: null,
    screens: [
      screen('General', '/admin/settings', Settings, 'settings:write', {
        also: 'settings shipping tax taxes goals shop email address social links',
      }),
      screen('Users', '/admin/users', Users, 'users:read', {
        also: 'staff team colleagues customers roles invite people',
      }),
      screen('API keys', '/admin/api-keys', KeyRound, 'settings:write', {
        also: 'tokens programs integrations',
      }),
      screen('Data requests', '/admin/data-requests', ShieldCheck, 'privacy:write', {
        also: 'privacy deletion erase gdpr',
      }),
      screen('Audit log', '/admin/audit', ScrollText, 'audit:read', {
        also: 'history who changed',
      }),
      screen('Go live', '/admin/go-live', Rocket, 'settings:write', {
        also: 'launch open checks doctor setup ready',
      }),
      screen('System status', '/admin/health', HeartPulse, 'users:activate', {
        also: 'mail email jobs worker queue webhooks paypal payment errors',
      }),
    ],
  },
]

const screensOf = ({ parent, screens }: ScreenGroup): PanelScreen[] => [
  ...(parent ? [parent] : []),
  ...screens,
]

/** Screens that another one leads to, which the navigation leaves out. */
const innerScreens = [screen('Draft orders', '/admin/draft-orders', FilePen, 'orders:read')]

/** All screens, for links and access checks. */
export const panelScreens: PanelScreen[] = [...screenGroups.flatMap(screensOf), ...innerScreens]

const isWithin = (path: string, href: string): boolean =>
  path === href || path.startsWith(`${href}/`)

/** The permission that a path needs, or null for unknown paths. */
export function requiredPermission(path: string): Permission | null {
  return (
    panelScreens.find(({ href }) => (href === '/admin' ? path === href : isWithin(path, href)))
      ?.requires ?? null
  )
}

/** The groups with the screens that the role may open; empty groups are left out. */
export function screenGroupsFor(role: Role): ScreenGroup[] {
  const isOpen = ({ requires }: PanelScreen): boolean => roleHasPermission(role, requires)
  return screenGroups
    .map(({ title, parent, screens }) => ({
      title,
      parent: parent && isOpen(parent) ? parent : null,
      screens: screens.filter(isOpen),
    }))
    .filter((group) => screensOf(group).length > 0)
}

export function screensFor(role: Role): PanelScreen[] {
  return screenGroupsFor(role).flatMap(screensOf)
}
