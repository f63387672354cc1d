import { element, openShell } from './dialog.js'

/**
 * What a phone or browser shows over the page: an amount and what the buyer can do. `choose` waits for one of the choices;
 * closing the sheet is null. The sheet stays until `close`.
 */
export function openSheet(title) {
  const { dialog, body, close } = openShell(`${title}, demo`)
  let leave = () => {}
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  return {
    choose: (lines, choices) =>
      new Promise((resolve) => {
        leave = () => resolve(null)
        body.replaceChildren(
          element('h2', { textContent: title }),
          ...lines.map((text) => element('p', { textContent: text })),
          ...choices.map(([choice, label]) =>
            element('button', {
              type: 'button',
              textContent: label,
              onclick: () => {
                leave = () => {}
                resolve(choice)
              },
            }),
          ),
          element('button', { type: 'button', textContent: 'Cancel', onclick: () => leave() }),
        )
        body.querySelector('button').focus()
      }),
    say: (text) => body.replaceChildren(element('p', { textContent: text })),
    close,
  }
}
