const openDialogs: HTMLDialogElement[] = []
let toastsParent: Element | null = null

/** Content outside a modal dialog is inert, so Payload's toasts move into the topmost dialog. */
const moveToasts = (): void => {
  const toasts = document.querySelector('section[aria-live][aria-label^="Notifications"]')
  if (!toasts) return
  toastsParent ??= toasts.parentElement
  const parent = openDialogs.at(-1) ?? toastsParent
  if (parent && toasts.parentElement !== parent) parent.append(toasts)
}

export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  openDialogs.push(dialog)
  moveToasts()
}

/**
 * Call before the dialog is removed, so that toasts survive and the browser restores the focus. Dialogs over it are
 * closed first: while one is open, nothing below it can have the focus.
 */
export function closeModal(dialog: HTMLDialogElement): void {
  while (openDialogs.includes(dialog)) openDialogs.pop()?.close()
  moveToasts()
}

/** Whether a dialog of ours or a drawer of Payload's is open. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], .drawer--is-open') !== null
}
