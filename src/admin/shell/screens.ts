import { BookOpen, Camera, Clapperboard, FileText, HeartPulse, Image, Inbox, KeyRound, LayoutGrid, type LucideIcon, Mail, MessageSquareText, Package, Printer, RefreshCw, ScrollText, Send, Settings, Shapes, Share2, ShieldCheck, Store, Tag, Users } from 'lucide-react'
import { type Permission, roleMay, type Role } from '../../domain/roles'

export type PanelScreen = { label: string; href: string; icon: LucideIcon; requires: Permission; counts?: 'orders for the printer' }
export type ScreenGroup = { title: string | null; screens: PanelScreen[] }

/**
 * Every screen of the panel and what it takes to use it. The navigation shows from this list, and the panel's page
 * refuses by it, so that the two cannot disagree. A screen that does not exist yet is not here.
 */
export const screenGroups: ScreenGroup[] = [
  { title: null, screens: [{ label: 'Dashboard', href: '/admin', icon: LayoutGrid, requires: 'panel:open' }] },
  {
    title: 'Shop',
    screens: [
      { label: 'Products', href: '/admin/products', icon: Tag, requires: 'products:write' },
      { label: 'Categories', href: '/admin/categories', icon: Shapes, requires: 'categories:write' },
      { label: 'Orders', href: '/admin/orders', icon: Package, requires: 'orders:read', counts: 'orders for the printer' },
      { label: 'Reviews', href: '/admin/reviews', icon: MessageSquareText, requires: 'reviews:write' },
      { label: 'Messages', href: '/admin/messages', icon: Inbox, requires: 'messages:read' },
      { label: 'Users', href: '/admin/users', icon: Users, requires: 'users:read' },
    ],
  },
  {
    title: 'Words',
    screens: [
      { label: 'Content', href: '/admin/content', icon: FileText, requires: 'content:write' },
      { label: 'Social media', href: '/admin/social', icon: Share2, requires: 'social:write' },
      { label: 'Pages', href: '/admin/pages', icon: BookOpen, requires: 'pages:write' },
      { label: 'Media library', href: '/admin/media', icon: Image, requires: 'media:write' },
      { label: 'Subscribers', href: '/admin/subscribers', icon: Mail, requires: 'subscribers:read' },
    ],
  },
  {
    title: 'Connections',
    screens: [
      { label: 'Printful', href: '/admin/printful', icon: Printer, requires: 'integrations:use' },
      { label: 'Printful sync', href: '/admin/printful-sync', icon: RefreshCw, requires: 'integrations:use' },
      { label: 'Etsy import', href: '/admin/etsy-import', icon: Store, requires: 'integrations:use' },
      { label: 'Instagram import', href: '/admin/instagram-import', icon: Camera, requires: 'posts:import' },
      { label: 'TikTok import', href: '/admin/tiktok-import', icon: Clapperboard, requires: 'posts:import' },
      { label: 'Mailchimp', href: '/admin/mailchimp', icon: Send, requires: 'integrations:use' },
    ],
  },
  {
    title: 'The house',
    screens: [
      { label: 'Health', href: '/admin/health', icon: HeartPulse, requires: 'users:activate' },
      { label: 'Data requests', href: '/admin/data-requests', icon: ShieldCheck, requires: 'privacy:write' },
      { label: 'Audit log', href: '/admin/audit', icon: ScrollText, requires: 'audit:read' },
      { label: 'API keys', href: '/admin/api-keys', icon: KeyRound, requires: 'settings:write' },
      { label: 'Settings', href: '/admin/settings', icon: Settings, requires: 'settings:write' },
    ],
  },
]

const isWithin = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`)

/** The permission a path of the panel needs, where this list knows it. */
export const requiredFor = (path: string): Permission | null =>
  screenGroups.flatMap(({ screens }) => screens).find(({ href }) => (href === '/admin' ? path === href : isWithin(path, href)))?.requires ?? null

export const groupsFor = (role: Role): ScreenGroup[] =>
  screenGroups
    .map(({ title, screens }) => ({ title, screens: screens.filter(({ requires }) => roleMay(role, requires)) }))
    .filter(({ screens }) => screens.length > 0)
