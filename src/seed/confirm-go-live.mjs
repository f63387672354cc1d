// Shared by scripts/commands/go-live.mjs, which runs the program without a terminal, and the program itself.
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/**
 * Lists in the terminal what is removed, and asks for confirmation.
 * @param {readonly string[]} args the options of the command
 * @returns {Promise<boolean>} whether to go on
 */
export async function confirmGoLive(args) {
  const draftsOrDeleted = (/** @type {string} */ flag) =>
    args.includes(flag) ? 'kept as drafts' : `deleted (${flag} keeps them as drafts)`
  console.log(
    [
      'This removes the demo from your shop: its people, orders, products, articles, and images,',
      'and, if the shop never took a real payment, all messages, newsletter addresses, and connections.',
      `Demo products are ${draftsOrDeleted('--keep-products')}.`,
      `Demo articles are ${draftsOrDeleted('--keep-articles')}.`,
      ...(args.includes('--sandbox-orders')
        ? ['Orders that were paid in PayPal’s sandbox are deleted.']
        : []),
      'Settings, pages, and everything you made yourself stay, except that the demo’s list of states for sales tax is cleared:',
      'no tax is collected until you choose your state in Settings. If the demo was already removed, your products, articles,',
      'messages, newsletter addresses, and connections stay, too. It can’t be undone, so make a backup first.',
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
  if (answer.trim().toLowerCase() === 'go live') return true
  console.log('Nothing was changed.')
  return false
}
