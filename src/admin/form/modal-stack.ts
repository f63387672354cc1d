const open: HTMLDialogElement[] = []
let home: Element | null = null

/** Content outside a modal dialog is inert, so toasts move into the topmost dialog. */
const placeToasts = (): void => {
  const toasts = document.querySelector('section[aria-label^="Notifications"]')
  if (!toasts) return
  home ??= toasts.parentElement
  const place = open.at(-1) ?? home
  if (place && toasts.parentElement !== place) place.append(toasts)
}

export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  open.push(dialog)
  placeToasts()
}

/** Call before the dialog is removed, so that toasts survive and the browser restores the focus. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close()
  if (open.includes(dialog)) open.splice(open.indexOf(dialog), 1)
  placeToasts()
}
