import { flashToast } from '@/ui/toast'

/**
 * Loads the page again after a change, because it shows what is stored. The toast appears there.
 * @param heading the ID of the heading that gets the focus, because the pressed button may be gone
 */
export function reloadWithToast(heading: string, title: string, text?: string): void {
  flashToast({ title, text, focus: heading })
  // Not with the query of a sign-in elsewhere, which has a message of its own.
  history.replaceState(null, '', location.pathname)
  location.reload()
}
