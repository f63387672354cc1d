/* oxlint-disable typescript/no-implied-eval -- the script is text, as in the page */
import { Window } from 'happy-dom'

import { themeScript } from '@/components/layout/theme-script'

it.each(['pageshow', 'prerenderingchange'])(
  'the theme chosen on another page is shown at %s',
  (event) => {
    const window = new Window({ url: 'http://localhost/' })
    const target = event === 'pageshow' ? window : window.document
    new Function('document', 'localStorage', 'sessionStorage', 'addEventListener', themeScript)(
      window.document,
      window.localStorage,
      window.sessionStorage,
      window.addEventListener.bind(window),
    )
    const { dataset } = window.document.documentElement
    expect(dataset.theme).toBeUndefined()
    window.localStorage.setItem('theme', 'dusk')
    target.dispatchEvent(new window.Event(event))
    expect(dataset.theme).toBe('dusk')
  },
)
