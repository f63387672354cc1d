import { createHash } from 'node:crypto'

import { withCookies } from './cookies'

/** Stores a toast for the next page (ui/toast), clears the cached user, and redirects. */
const script =
  "var a=document.getElementById('on');try{sessionStorage.removeItem('person');if(a.dataset.toast)sessionStorage.setItem('toast',a.dataset.toast)}catch(e){}location.replace(a.href)"
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/**
 * Returns a page that redirects after a provider's redirect. Browsers treat the request from the
 * provider as cross-site through every redirect; the one from this page is same-origin again.
 * @param path checked by safeReturnPath
 */
export function redirectPage(
  path: string,
  toast: { title: string; text: string } | null,
  cookies: readonly string[],
): Response {
  return withCookies(
    new Response(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>One moment · Dayfern</title><body style="font:17px/1.6 system-ui;max-width:30rem;margin:4rem auto;padding:0 1.25rem"><p>One moment. <a id="on" href="${escapeHtml(path)}"${toast ? ` data-toast="${escapeHtml(JSON.stringify(toast))}"` : ''}>Continue</a></p><script>${script}</script></body></html>`,
      {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': policy,
          'Referrer-Policy': 'no-referrer',
          'X-Content-Type-Options': 'nosniff',
        },
      },
    ),
    cookies,
  )
}
