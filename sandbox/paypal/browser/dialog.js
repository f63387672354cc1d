import { SANDBOX_ORIGIN } from './origin.js'

const DIALOG_STYLE = `
:host { color-scheme: light dark; }
dialog { width: min(30rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); padding: 0; border: 1px solid #7a827d; border-radius: .75rem; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; }
dialog::backdrop { background: rgb(0 0 0 / .55); }
.banner { margin: 0; padding: .6rem 1rem; background: #fff1d6; color: #8a4b00; font-weight: 650; text-align: center; }
.body { padding: 1rem 1.25rem 1.25rem; }
h2 { margin: 0 0 .5rem; font-size: 1.25rem; }
ul { padding: 0; list-style: none; }
li { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0; }
.total { font-weight: 700; }
button { display: block; width: 100%; margin-top: .5rem; padding: .6rem 1rem; border: 1px solid #7a827d; border-radius: .5rem; background: Canvas; color: CanvasText; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid #1f5c46; outline-offset: 2px; }`

/** An empty dialog over the shop's page that its styles don't reach. */
export function openShell(label) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const style = new CSSStyleSheet()
  style.replaceSync(DIALOG_STYLE)
  root.adoptedStyleSheets = [style]
  const dialog = element('dialog', { ariaLabel: label })
  const body = element('div', { className: 'body', textContent: 'Opening …' })
  dialog.append(
    element('p', { className: 'banner', textContent: 'Demo mode: no real money' }),
    body,
  )
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()
  return {
    dialog,
    body,
    close() {
      dialog.close()
      host.remove()
    },
  }
}

/** The same choices inside the shop's own tab, for when a window cannot open. Escape is a cancel. */
export function openDialog(source) {
  const { dialog, body, close } = openShell('PayPal demo')
  const panel = orderPanel(body, source)
  dialog.addEventListener('cancel', panel.cancel)
  return { ...panel, close }
}

/** Fills `body` with the order and the buyer's choices. `outcome` resolves with what was chosen. */
export function orderPanel(body, source) {
  let finish
  const outcome = new Promise((resolve) => {
    finish = resolve
  })
  const cancel = () => finish({ result: 'canceled' })

  const choose = async (orderId, choice) => {
    for (const button of body.querySelectorAll('button')) button.disabled = true
    const answer = await fetch(`${SANDBOX_ORIGIN}/checkoutnow/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: orderId, choice, source }),
    })
    finish(answer.ok ? await answer.json() : { result: 'canceled' })
  }

  return {
    outcome,
    cancel,
    async show(orderId) {
      const query = new URLSearchParams({ token: orderId, source })
      const answer = await fetch(`${SANDBOX_ORIGIN}/checkoutnow/order?${query}`)
      const order = await answer.json()
      if (!order.payable) return body.replaceChildren(...unpayable(cancel))
      body.replaceChildren(
        element('h2', { textContent: `Pay ${order.merchant}` }),
        lines([...order.lines, ...order.parts], order.total),
        ...order.choices.map(({ choice, label }) =>
          element('button', {
            type: 'button',
            textContent: label,
            onclick: () => choose(orderId, choice),
          }),
        ),
      )
      body.querySelector('button').focus()
    },
  }
}

function unpayable(leave) {
  const words = element('p', { textContent: 'This order cannot be paid any more.' })
  return [
    words,
    element('button', { type: 'button', textContent: 'Return to the shop', onclick: leave }),
  ]
}

function lines(rows, total) {
  const list = element('ul', {})
  for (const { label, amount } of rows) list.append(row(label, amount))
  const last = row('Total', total)
  last.className = 'total'
  list.append(last)
  return list
}

function row(label, amount) {
  const item = element('li', {})
  item.append(element('span', { textContent: label }), element('span', { textContent: amount }))
  return item
}

export function element(name, properties) {
  return Object.assign(document.createElement(name), properties)
}
