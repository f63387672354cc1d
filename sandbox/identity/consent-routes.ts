import { Hono } from 'hono'
import { html } from 'hono/html'

import { htmlPage, type Markup, PAGE_STYLE, setPageHeaders } from '../core/page'
import type { SandboxEnv } from '../core/provider'
import type { AuthorizationServer, Request } from './authorization-server'

const STYLE = `${PAGE_STYLE}
form { display: grid; gap: .6rem; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; display: grid; gap: .25rem; }
label { display: flex; gap: .6rem; align-items: center; padding: .35rem 0; }
label small { color: var(--muted); }`

/** How a provider reads an authorization request, and what it returns to the callback. */
export interface Dialect {
  /** Paths of the page, as documented by the provider. */
  paths: string[]
  title: string
  /** Returns the request, or the text of the provider's error page. */
  read: (query: URLSearchParams) => Request | string
  /** Scopes that the user may deselect on the page. */
  optionalScopes: string[]
  /** Query parameters of the shop's callback. */
  agreed: (code: string, request: Request) => Record<string, string>
  refused: () => Record<string, string>
  codeShape?: (random: string) => string
  fragment?: string
}

/** The page on which the tester chooses a user and scopes, or cancels. It works without scripts. */
export function consentRoutes(authorizationServer: AuthorizationServer, dialect: Dialect) {
  const app = new Hono<SandboxEnv>()

  for (const path of dialect.paths) {
    app.get(path, (c) => {
      const nonce = setPageHeaders(c)
      const request = dialect.read(new URL(c.req.url).searchParams)
      return typeof request === 'string'
        ? c.html(
            page(
              'This request can’t be completed',
              nonce,
              html`<h1>Error 400</h1>
                <p>${request}</p>`,
            ),
            400,
          )
        : c.html(choosePage(authorizationServer, dialect, request, nonce))
    })

    app.post(path, async (c) => {
      const request = dialect.read(new URL(c.req.url).searchParams)
      if (typeof request === 'string') return c.text(request, 400)
      const form = new URLSearchParams(await c.req.text())
      const target = new URL(request.redirectUri)
      const person = form.get('person') ?? ''
      const isAgreed =
        form.get('choice') === 'agree' && Object.hasOwn(authorizationServer.state.people, person)
      const scopes = request.scopes.filter(
        (scope) => !dialect.optionalScopes.includes(scope) || form.getAll('scope').includes(scope),
      )
      const granted = { ...request, scopes }
      const parameters = isAgreed
        ? dialect.agreed(authorizationServer.issue(granted, person, dialect.codeShape), granted)
        : dialect.refused()
      for (const [name, value] of Object.entries({
        ...parameters,
        ...(request.state && { state: request.state }),
      }))
        target.searchParams.set(name, value)
      if (dialect.fragment) target.hash = dialect.fragment
      return c.redirect(target.href, 302)
    })
  }
  return app
}

function choosePage(
  authorizationServer: AuthorizationServer,
  { title, optionalScopes }: Dialect,
  request: Request,
  nonce: string,
): Markup {
  const people = Object.values(authorizationServer.state.people)
  return page(
    title,
    nonce,
    html` <h1>${title}</h1>
      <p class="muted">
        Dayfern would like to know who you are. Choose one of these people. They exist only here.
      </p>
      <form method="post">
        <fieldset>
          <legend>Who are you?</legend>
          ${people.map(
            (one, index) =>
              html`<label
                ><input
                  type="radio"
                  name="person"
                  value="${one.key}"
                  ${index === 0 ? 'checked' : ''}
                />
                <span
                  >${one.name}
                  <small
                    >${one.email ?? 'no email address'}${one.email && !one.emailVerified ? ', not confirmed' : ''}</small
                  ></span
                ></label
              >`,
          )}
        </fieldset>
        ${request.scopes.filter((scope) => optionalScopes.includes(scope)).map((scope) => html`<label><input type="checkbox" name="scope" value="${scope}" checked /> Share: ${scope}</label>`)}
        <button name="choice" value="agree" class="primary">Continue</button>
        <button name="choice" value="cancel">Cancel</button>
      </form>`,
  )
}

function page(title: string, nonce: string, body: Markup): Markup {
  const banner = 'Demo mode: no real account is used'
  return htmlPage({ title: `${title} · Demo`, banner, style: STYLE, nonce }, body)
}
