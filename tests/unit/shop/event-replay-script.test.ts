/* eslint-disable @typescript-eslint/no-implied-eval -- the script is text, as in the page */
import { jest } from '@jest/globals'
import { Window } from 'happy-dom'

import { eventReplayScript } from '@/components/layout/event-replay-script'

const delayMs = 200

/** A document with the script in its head, as the server sends it: no control has a handler yet. */
const openPage = (html: string) => {
  const window = new Window({ url: 'http://localhost/' })
  window.document.body.innerHTML = html
  new Function('addEventListener', eventReplayScript)(window.addEventListener.bind(window))
  return window
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const elementOf = (window: Window, selector: string) => {
  const element = window.document.querySelector(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  return element
}

describe('a form that is sent before its handler has loaded', () => {
  const submit = (window: Window) => {
    const event = new window.Event('submit', { bubbles: true, cancelable: true })
    elementOf(window, 'form').dispatchEvent(event)
    return event
  }

  it('is held back, and sent once when the handler is there, however often it was sent', () => {
    const window = openPage('<form data-replay method="post" action="/api/contact"></form>')
    const handled = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
    expect(submit(window).defaultPrevented).toBe(true)
    expect(submit(window).defaultPrevented).toBe(true)
    jest.advanceTimersByTime(delayMs * 5)
    elementOf(window, 'form').addEventListener('submit', handled)
    jest.advanceTimersByTime(delayMs * 5)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('goes its own way without the mark', () => {
    const window = openPage('<form action="/products"></form>')
    expect(submit(window).defaultPrevented).toBe(false)
  })
})

describe('a button that is pressed before its handler has loaded', () => {
  const click = (window: Window) =>
    elementOf(window, 'svg').dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true }),
    )
  const handler = () => jest.fn((event: { preventDefault: () => void }) => event.preventDefault())

  it('is pressed once when the handler is there', () => {
    const window = openPage('<button type="button" data-replay><svg></svg></button>')
    const handled = handler()
    click(window)
    click(window)
    jest.advanceTimersByTime(delayMs * 5)
    elementOf(window, 'button').addEventListener('click', handled)
    jest.advanceTimersByTime(delayMs * 5)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('is not pressed again when the handler was there at once', () => {
    const window = openPage('<button type="button" data-replay><svg></svg></button>')
    const handled = handler()
    elementOf(window, 'button').addEventListener('click', handled)
    click(window)
    jest.advanceTimersByTime(delayMs * 5)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('is left alone when it turns out to be pressed, and without the mark', () => {
    for (const attributes of ['data-replay aria-pressed="true"', '']) {
      const window = openPage(`<button type="button" ${attributes}><svg></svg></button>`)
      const handled = handler()
      click(window)
      elementOf(window, 'button').addEventListener('click', handled)
      jest.advanceTimersByTime(delayMs * 5)
      expect(handled).not.toHaveBeenCalled()
    }
  })
})
