import { html, raw } from 'hono/html'

const FIELDS = {
  number: { label: 'Card number', autocomplete: 'cc-number', pattern: /^\d{15,16}$/ },
  expiry: {
    label: 'Expiration date',
    autocomplete: 'cc-exp',
    pattern: /^(0[1-9]|1[0-2])\/?\d{2}$/,
  },
  cvv: { label: 'Security code', autocomplete: 'cc-csc', pattern: /^\d{3,4}$/ },
} as const
export type CardField = keyof typeof FIELDS

export function isCardField(name: string | undefined): name is CardField {
  return name !== undefined && name in FIELDS
}

export function isComplete(field: CardField, value: string): boolean {
  return FIELDS[field].pattern.test(value.replaceAll(' ', ''))
}

/** One field of a card in a frame of its own: what is typed goes to this sandbox, never to the page around it. */
export function cardFrame(
  field: CardField,
  { session, label, placeholder }: { session: string; label?: string; placeholder?: string },
  nonce: string,
) {
  const script = `
const input = document.querySelector('input')
const tell = (event) => parent.postMessage({ kind: 'paypal-demo-card', session: ${forScript(session)}, field: ${forScript(field)}, event,
  isEmpty: input.value === '', isValid: new RegExp(${forScript(FIELDS[field].pattern.source)}).test(input.value.replaceAll(' ', '')), isFocused: document.activeElement === input }, '*')
input.addEventListener('input', async () => {
  tell('change')
  await fetch('/web-sdk/v6/card-sessions/' + ${forScript(session)}, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ field: ${forScript(field)}, value: input.value }) })
  tell('validitychange')
})
input.addEventListener('focus', () => tell('focus'))
input.addEventListener('blur', () => tell('blur'))`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${FIELDS[field].label}</title>
        <style nonce="${nonce}">
          body {
            margin: 0;
          }
          input {
            box-sizing: border-box;
            width: 100%;
            height: 3rem;
            padding: 0 0.75rem;
            border: 0;
            background: #fff;
            color: #111;
            font:
              1rem system-ui,
              sans-serif;
          }
        </style>
      </head>
      <body>
        <input
          aria-label="${label ?? FIELDS[field].label}"
          placeholder="${placeholder ?? ''}"
          autocomplete="${FIELDS[field].autocomplete}"
          inputmode="numeric"
        />
        <script nonce="${nonce}">
          ${raw(script)}
        </script>
      </body>
    </html>`
}

/** JSON that cannot end the script element. */
function forScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
