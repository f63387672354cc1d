import { html, raw } from 'hono/html'

import { htmlPage, type Markup, PAGE_STYLE } from '../core/page'
import type { Mail } from './outbox'

const STYLE = `${PAGE_STYLE}
main { max-width: 60rem; }
.mails { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
.mails a { display: grid; gap: .15rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--panel); color: inherit; text-decoration: none; }
.mails a:hover { border-color: var(--accent); }
.mails strong { font-weight: 650; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1rem 0; }
.bar form { display: flex; gap: .5rem; align-items: end; }
label { display: grid; gap: .25rem; font-size: .875rem; }
input { font: inherit; padding: .5rem .6rem; border: 1px solid var(--control); border-radius: .375rem; background: var(--panel); color: inherit; }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--panel); font-size: .875rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
details { margin: 1rem 0; } summary { cursor: pointer; font-weight: 600; }`

/** Looks for new emails every two seconds and swaps the list in place; focus and scroll stay where they are. */
const REFRESH = `
const list = document.getElementById('list')
setInterval(async () => {
  if (document.hidden) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('list')
  if (!fresh || fresh.dataset.version === list.dataset.version) return
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null
  list.replaceChildren(...fresh.childNodes)
  list.dataset.version = fresh.dataset.version
  if (focused) list.querySelector('a[href="' + focused + '"]')?.focus()
}, 2000)`

export function listPage(mails: Mail[], to: string, nonce: string): Markup {
  return page(
    'Outbox',
    nonce,
    html` <h1>Outbox</h1>
      <p class="muted">
        The demo shop’s emails show up here instead of being sent. The list refreshes automatically.
      </p>
      <div class="bar">
        <form method="get" action="/">
          <label>Recipient <input name="to" type="email" value="${to}" autocomplete="off" /></label
          ><button>Show</button>
        </form>
        <form method="post" action="/clear"><button>Delete all</button></form>
      </div>
      <section
        id="list"
        data-version="${`${mails.length} ${mails[0]?.id ?? ''}`}"
        aria-label="Emails"
        aria-live="polite"
      >
        ${
          mails.length === 0
            ? html`<p>No emails${to ? html` for ${to}` : ''} yet.</p>`
            : html`<ul class="mails">
                ${mails.map(row)}
              </ul>`
        }
      </section>
      <script nonce="${nonce}">
        ${raw(REFRESH)}
      </script>`,
  )
}

function row(mail: Mail): Markup {
  return html`<li>
    <a href="/mails/${mail.id}">
      <strong>${mail.subject || '(no subject)'}</strong>
      <span>to ${mail.envelope.to.join(', ')}</span>
      <span class="muted"
        >from ${mail.from},
        <time datetime="${mail.receivedAt}">${readable(mail.receivedAt)}</time></span
      >
    </a>
  </li>`
}

export function mailPage(mail: Mail, nonce: string): Markup {
  return page(
    mail.subject || '(no subject)',
    nonce,
    html` <p><a href="/">All emails</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.envelope.to.join(', ')}</dd>
        <dt>Received</dt>
        <dd><time datetime="${mail.receivedAt}">${readable(mail.receivedAt)}</time></dd>
        ${mail.attachments.map(
          (one) =>
            html`<dt>Attachment</dt>
              <dd>${one.filename} (${one.mimeType}, ${one.size} bytes)</dd>`,
        )}
      </dl>
      ${mail.html ? html`<iframe title="Email preview" src="/mails/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>` : ''}
      <details ${mail.html ? '' : 'open'}>
        <summary>Plain text</summary>
        <pre tabindex="0" aria-label="Plain text">${mail.text || '(none)'}</pre>
      </details>
      <details>
        <summary>Headers</summary>
        <pre tabindex="0" aria-label="Headers">
${mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
      </details>`,
  )
}

function readable(time: string): string {
  return time.replace('T', ' ').replace('Z', ' UTC')
}

function page(title: string, nonce: string, body: Markup): Markup {
  const banner = 'Demo mode: no email leaves this computer'
  return htmlPage({ title: `${title} · Demo email`, banner, style: STYLE, nonce }, body)
}
