import { type Role, roleHasPermission } from '@/access/roles'
import { type PanelScreen, screensFor } from '@/admin/shell/screens'
import { createLocalStorageStore } from '@/platform/browser-storage'

/** The second key after g. Screens without a letter are reached by name. */
const letters: Record<string, string> = {
  '/admin': 'd',
  '/admin/products': 'p',
  '/admin/orders': 'o',
  '/admin/categories': 'k',
  '/admin/reviews': 'r',
  '/admin/messages': 'e',
  '/admin/users': 'u',
  '/admin/content': 'c',
  '/admin/social': 'l',
  '/admin/media': 'm',
  '/admin/newsletter': 'b',
  '/admin/health': 'h',
  '/admin/audit': 'a',
  '/admin/settings': 's',
}
export function shortcutLetter(href: string): string | null {
  return letters[href] ?? null
}

export function screenForLetter(role: Role, letter: string): PanelScreen | null {
  return screensFor(role).find(({ href }) => shortcutLetter(href) === letter) ?? null
}

type PanelAction = { label: string; href: string; screen: string }
/** `screen` is where the action happens. */
const actions: (PanelAction & { requires: PanelScreen['requires'] })[] = [
  {
    label: 'New product',
    href: '/admin/products/new',
    screen: '/admin/products',
    requires: 'products:write',
  },
  {
    label: 'New content',
    href: '/admin/content/new',
    screen: '/admin/content',
    requires: 'content:write',
  },
  {
    label: 'New social post',
    href: '/admin/social?edit=new',
    screen: '/admin/social',
    requires: 'social:write',
  },
  {
    label: 'Upload a file',
    href: '/admin/media?upload=1',
    screen: '/admin/media',
    requires: 'media:write',
  },
]
export function actionsFor(role: Role): PanelAction[] {
  const hrefs = new Set(screensFor(role).map(({ href }) => href))
  return actions.filter(
    ({ requires, screen }) => roleHasPermission(role, requires) && hrefs.has(screen),
  )
}

/** Single keys can be turned off on this device for people who use speech input (WCAG 2.1.4). */
export const singleKeysSetting = createLocalStorageStore<boolean>(
  'dayfern-panel-keys',
  true,
  (text) => text !== 'false',
)
