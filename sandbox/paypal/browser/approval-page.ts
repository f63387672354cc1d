import { html, raw } from 'hono/html'

import { htmlPage, type Markup, PAGE_STYLE } from '../../core/page'
import type { OrderForBuyer, WindowSource } from './buyer-order'

const STYLE = `${PAGE_STYLE}
table { width: 100%; border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .4rem 0; text-align: left; font-weight: 400; vertical-align: top; }
td { text-align: right; white-space: nowrap; padding-left: 1rem; }
tbody tr { border-bottom: 1px solid var(--line); }
tfoot th, tfoot td { font-weight: 700; font-size: 1.125rem; }
caption { text-align: left; }
form { display: grid; gap: .6rem; }`

/** What the buyer sees at `/checkoutnow?token=…`; works without script until the window must close itself. */
export function approvalPage(
  order: OrderForBuyer,
  { origin, source }: { origin: string; source: WindowSource },
  nonce: string,
): Markup {
  return page(
    `Pay ${order.merchant}`,
    nonce,
    html` <h1>Pay ${order.merchant}${source === 'venmo' ? ' with Venmo' : ''}</h1>
      <p class="muted">
        You are Riley Demo, a buyer who exists only here. Nothing you choose moves money.
      </p>
      <table>
        <caption class="muted">
          Your order
        </caption>
        <tbody>
          ${[...order.lines, ...order.parts].map(
            ({ label, amount }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td>${amount}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>${order.total}</td>
          </tr>
        </tfoot>
      </table>
      <form method="post" action="/checkoutnow">
        <input type="hidden" name="token" value="${order.token}" />
        <input type="hidden" name="source" value="${source}" />
        <input type="hidden" name="origin" value="${origin}" />
        ${order.choices.map(({ choice, label }) => html`<button name="choice" value="${choice}" class="${choice === 'pay' ? 'primary' : ''}">${label}</button>`)}
      </form>`,
  )
}

/** The order can't be paid: unknown, expired, or already paid. Leaving counts as canceling. */
export function closedPage(token: string, origin: string, nonce: string): Markup {
  return page(
    'This order can’t be paid',
    nonce,
    html` <h1>This order can’t be paid anymore</h1>
      <p>It doesn’t exist, has expired, or was already paid.</p>
      <form method="post" action="/checkoutnow">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="origin" value="${origin}" />
        <button name="choice" value="cancel" class="primary">Return to the shop</button>
      </form>`,
  )
}

export interface Ending {
  message: {
    kind: 'paypal-demo'
    orderId: string
    result: 'approved' | 'canceled'
    payerId?: string
  }
  /** The shop's origin, when it opened this window. */
  origin: string
  /** Where to redirect when this isn't in a window. */
  next?: string
}

/**
 * Reports to the window that opened this one, and to no other origin, then closes; a redirected buyer goes back
 * instead.
 */
export function endPage({ message, origin, next }: Ending, nonce: string): Markup {
  const script = `
const { message, origin, next } = ${forScript({ message, origin, next })}
if (origin && window.opener) { window.opener.postMessage(message, origin); window.close() }
else if (next) location.replace(next)`
  return page(
    'Back to the shop',
    nonce,
    html` <h1>${message.result === 'approved' ? 'Approved' : 'Canceled'}</h1>
      <p>
        ${next && !origin ? html`<a href="${next}">Return to the shop</a>` : 'You can close this window and return to the shop.'}
      </p>
      <script nonce="${nonce}">
        ${raw(script)}
      </script>`,
  )
}

/** JSON that cannot end the script element. */
function forScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function page(title: string, nonce: string, body: Markup): Markup {
  const banner = 'Demo mode: no real money'
  return htmlPage({ title: `${title} · PayPal demo`, banner, style: STYLE, nonce }, body)
}
