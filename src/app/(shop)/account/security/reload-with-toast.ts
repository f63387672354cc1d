import { flashToast } from '@/ui/toast'

/** The page shows what is stored: after a change it is read anew, and the word about it appears there. */
export function reloadWithToast(title: string, text?: string): void {
  flashToast({ title, text })
  location.replace('/account/security')
}
