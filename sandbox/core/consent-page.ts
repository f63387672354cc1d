import { randomBytes } from 'node:crypto'

import type { Context } from 'hono'
import { html, raw } from 'hono/html'

import { PAGE_STYLE, pagePolicy } from './page-style'

export interface Consent {
  network: string
  /** Who is signed in there. */
  account: string
  scopes: string[]
  /** Whether single scopes can be left out. */
  canUntick?: boolean
  /** Where the form goes, and what it brings along. */
  action: string
  hidden: Record<string, string | undefined>
}

const STYLE = `${PAGE_STYLE}
form { display: grid; grid-template-columns: minmax(0, 1fr); gap: .6rem; margin-top: 1rem; }
fieldset, ul { min-width: 0; margin: 0; overflow-wrap: anywhere; }
button { min-height: 2.75rem; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
label { display: flex; gap: .6rem; align-items: center; min-height: 2.75rem; }
label input { flex: none; width: 1.25rem; height: 1.25rem; }`

/** The page of a network that asks whether the shop may: allow, or refuse. Posts `choice` and the `scope`s left ticked. */
export function consentPage(
  c: Context,
  { network, account, scopes, canUntick = false, action, hidden }: Consent,
) {
  const list = scopes.map((scope) =>
    canUntick
      ? html`<label
          ><input type="checkbox" name="scope" value="${scope}" checked /> ${scope}</label
        >`
      : html`<li>${scope}</li>`,
  )
  return page(
    c,
    `Connect ${network}`,
    network,
    html` <h1>Connect ${network}</h1>
      <p>Dayfern asks to use the account <strong>${account}</strong>, which exists only here.</p>
      <form method="post" action="${action}">
        ${Object.entries(hidden).map(([name, value]) => (value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}" />`))}
        ${
          canUntick
            ? html`<fieldset>
                <legend>It would like to use</legend>
                ${list}
              </fieldset>`
            : html`<ul>
                ${list}
              </ul>`
        }
        <button name="choice" value="allow" class="primary">Allow</button>
        <button name="choice" value="refuse">Refuse</button>
      </form>`,
  )
}

/** The request is wrong in a way that must not be sent back to the address it names. */
export function refusalPage(c: Context, network: string, message: string, status: 400 | 403 = 400) {
  return page(
    c,
    'This cannot be connected',
    network,
    html`<h1>This cannot be connected</h1>
      <p>${message}</p>`,
    status,
  )
}

function page(
  c: Context,
  title: string,
  network: string,
  body: ReturnType<typeof html>,
  status: 200 | 400 | 403 = 200,
) {
  const nonce = randomBytes(16).toString('base64')
  c.header('content-security-policy', pagePolicy(nonce))
  c.header('cache-control', 'no-store')
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · ${network} demo</title>
          <style nonce="${nonce}">
            ${raw(STYLE)}
          </style>
        </head>
        <body>
          <header class="banner">Demo mode: this is not ${network}</header>
          <main>${body}</main>
        </body>
      </html>`,
    status,
  )
}
