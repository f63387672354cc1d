// node --experimental-websocket bench/navigation.mjs http://localhost:3000: time from a click on a product in the listing to the first paint of its
// page, after a hover and without one, at normal speed and with the CPU slowed down four times. Prints medians. Goals:
// after a hover 120 ms, and 400 ms slowed down. CHROMIUM_PATH names the browser.
// Playwright can't be used: it attaches to pages, and the browser doesn't prerender then.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const [shop = 'http://localhost:3000'] = process.argv.slice(2)
const listing = process.env.LISTING ?? '/products'
const selector = process.env.LINK ?? 'main h2 a[href^="/products/"]'
const rounds = Number(process.env.ROUNDS ?? 7)
/** Long enough for the browser to see interest (200 ms) and to render the page. */
const hoverMs = Number(process.env.HOVER_MS ?? 2500)

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1]

const startBrowser = async () => {
  const profile = mkdtempSync(path.join(tmpdir(), 'navigation-'))
  const child = spawn(
    process.env.CHROMIUM_PATH ?? 'chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--remote-debugging-port=0',
      '--window-size=1440,900',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await new Promise((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk) => {
      output += chunk
      const found = /ws:\/\/([^/]+)\//.exec(output)
      if (found) resolve(found[1])
    })
    child.on('exit', () => reject(new Error(`The browser ended.\n${output}`)))
  })
  return {
    address,
    stop: async () => {
      child.kill()
      await sleep(500)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Connects to the tab, not to its page: the browser prerenders only while every client can follow a page that takes the
 * place of another. Commands go to the page that is shown.
 */
const connect = async (address) => {
  const tabs = await (await fetch(`http://${address}/json/list?for_tab`)).json()
  const tab = tabs.find(({ type, url }) => type === 'tab' && !url.startsWith('chrome:'))
  const socket = new WebSocket(tab.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map()
  const sessions = []
  let last = 0
  socket.onmessage = ({ data }) => {
    const { id, method, params, result } = JSON.parse(data)
    if (method === 'Target.attachedToTarget') sessions.push(params.sessionId)
    if (method === 'Target.detachedFromTarget')
      sessions.splice(sessions.indexOf(params.sessionId), 1)
    waiting.get(id)?.(result)
    waiting.delete(id)
  }
  const send = (method, params = {}, sessionId = sessions[0]) =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method, params, sessionId }))
    })
  await send(
    'Target.setAutoAttach',
    { autoAttach: true, flatten: true, waitForDebuggerOnStart: false },
    undefined,
  )
  while (sessions.length === 0) await sleep(50)
  const evaluate = async (expression) =>
    (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result
      .value
  return { send, evaluate }
}

const rememberClick = `addEventListener('click', () => localStorage.setItem('clickedAt', String(performance.timeOrigin + performance.now())), true)`
const readPaint = `new Promise((resolve) => {
  const [navigation] = performance.getEntriesByType('navigation')
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0]
    if (paint) resolve({
      ms: performance.timeOrigin + Math.max(paint.startTime, navigation.activationStart) - Number(localStorage.getItem('clickedAt')),
      isPrerendered: navigation.activationStart > 0,
    })
  }).observe({ type: 'paint', buffered: true })
})`

const open = async (tab, { slowdown, hovers }) => {
  await tab.send('Page.navigate', { url: `${shop}${listing}` })
  await sleep(2500)
  await tab.evaluate(rememberClick)
  const { x, y } = await tab.evaluate(
    `(() => { const link = document.querySelector(${JSON.stringify(selector)}); link.scrollIntoView({ block: 'center', behavior: 'instant' }); const { left, top } = link.getBoundingClientRect(); return { x: left + 8, y: top + 8 } })()`,
  )
  await tab.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const mouse = (type) =>
    tab.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  if (hovers) {
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
    await sleep(hoverMs)
  }
  // Not awaited: the answer is lost when the page is replaced.
  void mouse('mousePressed')
  void mouse('mouseReleased')
  await sleep(3000)
  const result = await tab.evaluate(readPaint)
  await tab.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // Away from the link, so that the next round starts without a hover.
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 1, y: 1 })
  return result
}

const browser = await startBrowser()
try {
  const tab = await connect(browser.address)
  for (const slowdown of [1, 4])
    for (const hovers of [false, true]) {
      const results = []
      for (let round = 0; round < rounds; round += 1)
        results.push(await open(tab, { slowdown, hovers }))
      const prerendered = results.filter(({ isPrerendered }) => isPrerendered).length
      console.log(
        `CPU x${slowdown}, ${hovers ? 'after a hover' : 'at once'}: ${Math.round(median(results.map(({ ms }) => ms)))} ms (${prerendered} of ${rounds} prerendered)`,
      )
    }
} finally {
  await browser.stop()
}
