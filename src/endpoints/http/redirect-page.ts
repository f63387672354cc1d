import { createHash } from 'node:crypto'

import { withCookies } from './cookies'

/** Leaves a word for the next page (ui/toast), forgets who was here before, and goes on. */
const script =
  "var a=document.getElementById('on');try{sessionStorage.removeItem('person');if(a.dataset.toast)sessionStorage.setItem('toast',a.dataset.toast)}catch(e){}location.replace(a.href)"
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * The tiny page after a provider's redirect. The request that comes back from there is "cross-site" to the browser, and
 * stays so through every redirect; the one this page makes is our own again.
 * @param path one that safeReturnPath let through
 */
export function redirectPage(
  path: string,
  toast: { title: string; text: string } | null,
  cookies: readonly string[],
): Response {
  return withCookies(
    new Response(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>One moment · Dayfern</title><body style="font:17px/1.6 system-ui;max-width:30rem;margin:4rem auto;padding:0 1.25rem"><p>One moment. <a id="on" href="${escaped(path)}"${toast ? ` data-toast="${escaped(JSON.stringify(toast))}"` : ''}>Go on</a></p><script>${script}</script></body></html>`,
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
