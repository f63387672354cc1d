import { randomBytes } from 'node:crypto'

import type { Context } from 'hono'
import { html, raw } from 'hono/html'

export type Markup = ReturnType<typeof html>

/** The base style of the sandbox's own pages, light and dark; contrast is at least 4.5 to 1. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f6f4ef; --panel: #fff; --ink: #1d2320; --muted: #57605b; --line: #d9d5ca; --control: #7a827d; --accent: #1f5c46; --on-accent: #fff; --alert: #8a4b00; --alert-ground: #fff1d6; }
@media (prefers-color-scheme: dark) { :root { --ground: #141816; --panel: #1d2320; --ink: #eef0ec; --muted: #a9b3ad; --line: #39423d; --control: #8a948e; --accent: #8fd0b3; --on-accent: #10231b; --alert: #ffd591; --alert-ground: #3a2a0c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: .5rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
.banner { background: var(--alert-ground); color: var(--alert); padding: .6rem 1.25rem; text-align: center; font-weight: 650; }
.muted { color: var(--muted); font-size: .875rem; }
button { font: inherit; font-weight: 600; padding: .6rem 1rem; border: 1px solid var(--control); border-radius: .5rem; background: var(--panel); color: var(--ink); cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }`

/**
 * Allows only our own styles and scripts, and forbids caching.
 * @returns the nonce for `htmlPage` and for the page's scripts
 */
export function setPageHeaders(c: Context): string {
  const nonce = randomBytes(16).toString('base64')
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'`,
  )
  c.header('cache-control', 'no-store')
  return nonce
}

/** A page of the sandbox. Its `banner` keeps it from being mistaken for a page of the real service. */
export function htmlPage(
  { title, banner, style, nonce }: { title: string; banner: string; style: string; nonce: string },
  body: Markup,
): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        <header class="banner">${banner}</header>
        <main>${body}</main>
      </body>
    </html>`
}
