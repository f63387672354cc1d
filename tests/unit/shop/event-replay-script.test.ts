/* oxlint-disable typescript/no-implied-eval -- the script is text, as in the page */
import { jest } from '@jest/globals'
import { Window } from 'happy-dom'

import { eventReplayScript } from '@/components/layout/event-replay-script'

const delayMs = 200

/** A document as the server sends it, with the script but without any handlers. */
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

describe('form submitted before its handler has loaded', () => {
  const submit = (window: Window) => {
    const event = new window.Event('submit', { bubbles: true, cancelable: true })
    elementOf(window, 'form').dispatchEvent(event)
    return event
  }

  it('is held back and submitted once the handler is there, only once for repeated submits', () => {
    const window = openPage('<form data-replay method="post" action="/api/contact"></form>')
    const handled = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
    expect(submit(window).defaultPrevented).toBe(true)
    expect(submit(window).defaultPrevented).toBe(true)
    jest.advanceTimersByTime(delayMs * 5)
    elementOf(window, 'form').addEventListener('submit', handled)
    jest.advanceTimersByTime(delayMs * 5)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('is submitted with the button that was pressed', () => {
    const window = openPage(
      '<form data-replay><button>Add to cart</button><button value="express">Express</button></form>',
    )
    const pressed = window.document.getElementsByTagName('button')[1]
    pressed?.click()
    const submitters: unknown[] = []
    elementOf(window, 'form').addEventListener('submit', (event) => {
      event.preventDefault()
      if (event instanceof window.SubmitEvent) submitters.push(event.submitter)
    })
    jest.advanceTimersByTime(delayMs * 5)
    expect(submitters).toEqual([pressed])
  })

  it('is submitted normally without data-replay', () => {
    const window = openPage('<form action="/products"></form>')
    expect(submit(window).defaultPrevented).toBe(false)
  })
})

describe('button clicked before its handler has loaded', () => {
  const click = (window: Window) =>
    elementOf(window, 'svg').dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true }),
    )
  const handler = () => jest.fn((event: { preventDefault: () => void }) => event.preventDefault())

  it('is clicked only once when the handler is there', () => {
    const window = openPage('<button type="button" data-replay><svg></svg></button>')
    const handled = handler()
    click(window)
    click(window)
    jest.advanceTimersByTime(delayMs * 5)
    elementOf(window, 'button').addEventListener('click', handled)
    jest.advanceTimersByTime(delayMs * 5)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('is not clicked again if the handler was already there', () => {
    const window = openPage('<button type="button" data-replay><svg></svg></button>')
    const handled = handler()
    elementOf(window, 'button').addEventListener('click', handled)
    click(window)
    jest.advanceTimersByTime(delayMs * 5)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('is not clicked if it is already pressed or has no data-replay', () => {
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
