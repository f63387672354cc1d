// node bench/random-searches.mjs http://localhost:3000 <pid of the web process> — memory and CPU of the web process while it answers
// searches that nobody sent before. Start the shop with PAGE_RENDERS_PER_MINUTE=100000.
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { cpuSeconds } from './cpu.mjs'

const [shop = 'http://localhost:3000', pid] = process.argv.slice(2)
const total = Number(process.env.SEARCHES ?? 7000)
const words = ['fern', 'tee', 'dawn', 'river', 'calm', 'morning', 'hope', 'walk', 'pine', 'light']
const word = () => words[randomInt(words.length)]
const megabytes = (name) =>
  Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) /
      1024,
  )

const statuses = new Map()
let sent = 0
const search = async () => {
  while (sent < total) {
    sent += 1
    if (sent % 1000 === 0)
      console.log(
        String(sent).padStart(6),
        `${megabytes('VmRSS')} MB, most ${megabytes('VmHWM')} MB`,
      )
    const text = `${word()} ${word()} ${randomInt(1e9).toString(36)}`
    const response = await fetch(`${shop}/products?search=${encodeURIComponent(text)}`)
    await response.arrayBuffer()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  }
}
const start = performance.now()
const cpuBefore = cpuSeconds(pid)
await Promise.all(Array.from({ length: 8 }, search))
console.log(
  `${total} searches in ${Math.round((performance.now() - start) / 1000)} s`,
  `${Math.round(((cpuSeconds(pid) - cpuBefore) / total) * 1000)} ms of CPU each`,
  Object.fromEntries(statuses),
)
await new Promise((resolve) => setTimeout(resolve, 10_000))
console.log(`afterwards ${megabytes('VmRSS')} MB`)
