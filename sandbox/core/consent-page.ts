import type { Context } from 'hono'
import { html } from 'hono/html'

import { htmlPage, type Markup, PAGE_STYLE, setPageHeaders } from './page'

export interface Consent {
  network: string
  /** Who is signed in there. */
  account: string
  scopes: string[]
  /** Whether the user can deselect single scopes. */
  canDeselect?: boolean
  /** The path that the form posts to, and its hidden fields. */
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

/** The page of a network that asks for the user's consent. Posts `choice` (allow or refuse) and the selected `scope`s. */
export function consentPage(
  c: Context,
  { network, account, scopes, canDeselect = false, action, hidden }: Consent,
) {
  const list = scopes.map((scope) =>
    canDeselect
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
      <p>
        Dayfern would like to use the account <strong>${account}</strong>, which exists only here.
      </p>
      <form method="post" action="${action}">
        ${Object.entries(hidden).map(([name, value]) => (value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}" />`))}
        ${
          canDeselect
            ? html`<fieldset>
                <legend>It would like permission to use</legend>
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

/** The error page for a request that is too broken to redirect back to the shop, such as one with a foreign redirect_uri. */
export function refusalPage(c: Context, network: string, message: string, status: 400 | 403 = 400) {
  return page(
    c,
    'This can’t be connected',
    network,
    html`<h1>This can’t be connected</h1>
      <p>${message}</p>`,
    status,
  )
}

function page(
  c: Context,
  title: string,
  network: string,
  body: Markup,
  status: 200 | 400 | 403 = 200,
) {
  const document = htmlPage(
    {
      title: `${title} · ${network} demo`,
      banner: `Demo mode: this is not ${network}`,
      style: STYLE,
      nonce: setPageHeaders(c),
    },
    body,
  )
  return c.html(document, status)
}
