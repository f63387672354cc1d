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
export type ScreenGroup = { title: string | null; screens: PanelScreen[] }

/** Every screen and its permission, for the navigation and the access check. */
export const screenGroups: ScreenGroup[] = [
  {
    title: null,
    screens: [{ label: 'Dashboard', href: '/admin', icon: LayoutGrid, requires: 'panel:open' }],
  },
  {
    title: 'Shop',
    screens: [
      {
        label: 'Products',
        also: 'prices variants sizes colors stock',
        href: '/admin/products',
        icon: Tag,
        requires: 'products:write',
      },
      {
        label: 'Categories',
        href: '/admin/categories',
        icon: Shapes,
        requires: 'categories:write',
      },
      {
        label: 'Orders',
        also: 'payments refunds tracking customers sales',
        href: '/admin/orders',
        icon: Package,
        requires: 'orders:read',
        counts: 'orders for the printer',
      },
      {
        label: 'Reviews',
        href: '/admin/reviews',
        icon: MessageSquareText,
        requires: 'reviews:write',
      },
      {
        label: 'Messages',
        also: 'contact inbox',
        href: '/admin/messages',
        icon: Inbox,
        requires: 'messages:read',
      },
      {
        label: 'Users',
        also: 'staff team colleagues customers roles invite people',
        href: '/admin/users',
        icon: Users,
        requires: 'users:read',
      },
    ],
  },
  {
    title: 'Words',
    screens: [
      {
        label: 'Content',
        also: 'blog reflections meditations articles writing',
        href: '/admin/content',
        icon: FileText,
        requires: 'content:write',
      },
      { label: 'Social media', href: '/admin/social', icon: Share2, requires: 'social:write' },
      {
        label: 'Pages',
        also: 'about terms privacy policy faq size guide texts',
        href: '/admin/pages',
        icon: BookOpen,
        requires: 'pages:write',
      },
      {
        label: 'Media library',
        also: 'pictures images files uploads',
        href: '/admin/media',
        icon: Image,
        requires: 'media:write',
      },
      {
        label: 'Subscribers',
        also: 'newsletter letter emails mail list',
        href: '/admin/subscribers',
        icon: Mail,
        requires: 'subscribers:read',
      },
    ],
  },
  {
    title: 'Connections',
    screens: [
      {
        label: 'Printful',
        also: 'print shipping fulfillment margins',
        href: '/admin/printful',
        icon: Printer,
        requires: 'integrations:use',
      },
      {
        label: 'Printful sync',
        href: '/admin/printful-sync',
        icon: RefreshCw,
        requires: 'integrations:use',
      },
      {
        label: 'Etsy import',
        href: '/admin/etsy-import',
        icon: Store,
        requires: 'integrations:use',
      },
      {
        label: 'Instagram import',
        href: '/admin/instagram-import',
        icon: Camera,
        requires: 'posts:import',
      },
      {
        label: 'TikTok import',
        href: '/admin/tiktok-import',
        icon: Clapperboard,
        requires: 'posts:import',
      },
      {
        label: 'Mailchimp',
        also: 'newsletter letter',
        href: '/admin/mailchimp',
        icon: Send,
        requires: 'integrations:use',
      },
    ],
  },
  {
    title: 'The house',
    screens: [
      {
        label: 'Health',
        also: 'mail email jobs worker queue webhooks paypal payment errors',
        href: '/admin/health',
        icon: HeartPulse,
        requires: 'users:activate',
      },
      {
        label: 'Data requests',
        also: 'privacy deletion erase gdpr',
        href: '/admin/data-requests',
        icon: ShieldCheck,
        requires: 'privacy:write',
      },
      {
        label: 'Audit log',
        also: 'history who changed',
        href: '/admin/audit',
        icon: ScrollText,
        requires: 'audit:read',
      },
      {
        label: 'API keys',
        also: 'tokens programs integrations',
        href: '/admin/api-keys',
        icon: KeyRound,
        requires: 'settings:write',
      },
      {
        label: 'Settings',
        also: 'shipping tax taxes goals shop email address social links',
        href: '/admin/settings',
        icon: Settings,
        requires: 'settings:write',
      },
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
