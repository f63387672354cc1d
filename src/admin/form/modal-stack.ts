const open: HTMLDialogElement[] = []
let home: Element | null = null

/** Behind a modal dialog everything is out of reach and out of hearing, so what the panel tells goes along into the uppermost. */
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

/** To be called before the dialog leaves the page: only then do the toasts stay in it, and does the browser give focus back. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close()
  if (open.includes(dialog)) open.splice(open.indexOf(dialog), 1)
  placeToasts()
}
