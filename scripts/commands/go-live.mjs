// npm run go-live: removes the demo's data and people, and creates the owner's account with a one-time link.
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

import { runWithDatabase } from './with-database.mjs'

const args = process.argv.slice(2)
const keeps = (flag) => args.includes(flag)
if (!keeps('--yes')) {
  console.log(
    [
      'This removes the demo from your shop: its people, orders, products, articles, and images,',
      'and, if the shop never took a real payment, all messages, newsletter addresses, and connections.',
      `Demo products are ${keeps('--keep-products') ? 'kept as drafts' : 'deleted (--keep-products keeps them as drafts)'}.`,
      `Demo articles are ${keeps('--keep-articles') ? 'kept as drafts' : 'deleted (--keep-articles keeps them as drafts)'}.`,
      'Settings, pages, and everything you made yourself stay. It can’t be undone, so make a backup first.',
      '',
    ].join('\n'),
  )
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-D, or a job without a terminal, closes the input without an answer.
  const answer = await Promise.race([
    prompt.question('Type "go live" to continue: '),
    once(prompt, 'close').then(() => ''),
  ])
  prompt.close()
  if (answer.trim().toLowerCase() !== 'go live') {
    console.log('Nothing was changed.')
    process.exit(1)
  }
}
await runWithDatabase('src/seed/go-live.ts', args)
