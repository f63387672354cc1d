/** Seconds after which a browser or program may try again. */
const retryAfterSeconds = 5

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${retryAfterSeconds}"><title>We’ll be right back · Dayfern</title>
<style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;gap:.75rem;padding:1.5rem;text-align:center;font:1.0625rem/1.6 system-ui,sans-serif;background:light-dark(#faf6ec,#17231f);color:light-dark(#1f2d27,#f3ecdd)}h1{margin:0;font:500 2rem/1.2 Georgia,serif}p{margin:0;max-width:32rem}</style></head>
<body><h1>We’ll be right back</h1><p>We can’t load this page right now. It reloads automatically in a few seconds. Your cart and your orders are safe.</p></body></html>`

/** The response while the database can't be reached: JSON for API calls and parts of pages, and a page that reloads itself. */
export function unavailableResponse(isPage: boolean): {
  status: 503
  headers: Record<string, string>
  body: string
} {
  return {
    status: 503,
    headers: {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'Retry-After': String(retryAfterSeconds),
    },
    body: isPage
      ? page
      : JSON.stringify({
          error: 'The shop can’t be reached right now. Please try again in a few seconds.',
          code: 'unavailable',
        }),
  }
}
