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

/** Call before the dialog is removed, so that toasts survive and the browser restores the focus. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close()
  if (openDialogs.includes(dialog)) openDialogs.splice(openDialogs.indexOf(dialog), 1)
  moveToasts()
}

/** Whether a dialog of ours or a drawer of Payload's is open. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], .drawer--is-open') !== null
}
