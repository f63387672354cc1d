import { setTimeout as sleep } from 'node:timers/promises'

import { buy } from '../faults/buy'
import type { Item, Purchase } from '../faults/purchase'
import type { Random } from '../random'
import { type Answer, clientAddress, type Trust } from '../shop'

type Kind = 'cached page' | 'page' | 'call' | 'signed in' | 'newsletter' | 'account'
export type Sample = {
  kind: Kind
  status: number
  retryAfter: string | null
  /** Milliseconds since the epoch. */
  begun: number
  ended: number
  /** The row that an acknowledged write must have left. */
  written?: { table: 'subscribers' | 'users'; column: 'email' | 'username'; value: string }
}

export const cachedPages = ['/', '/about', '/products'] as const

/** A mix of visitors, members, and buyers, about twenty requests a second, until it's stopped. */
export class Load {
  readonly samples: Sample[] = []
  readonly purchases: Purchase[] = []
  private isOver = false
  private count = 0
  private readonly lanes: Promise<void>[]
  private readonly trust: Trust
  private readonly people: { items: Item[]; cookie: string }

  constructor(trust: Trust, people: { items: Item[]; cookie: string }) {
    this.trust = trust
    this.people = people
    this.lanes = [
      ...['one', 'two', 'three', 'four'].map((name) => this.visit(trust.randomFor(name))),
      this.purchase(),
    ]
  }

  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.lanes)
  }

  private async visit(random: Random): Promise<void> {
    while (!this.isOver) {
      await this.once(random)
      await sleep(80 + random.below(160))
    }
  }

  private async purchase(): Promise<void> {
    const { items } = this.people
    while (!this.isOver) {
      const name = `d-${this.trust.seed}-${(this.count += 1)}`
      this.purchases.push(await buy(this.trust, { name, mode: { name: 'ok' }, items }))
      await sleep(300)
    }
  }

  private async once(random: Random): Promise<void> {
    const { call } = this.trust
    const address = clientAddress(random)
    const name = `trust-d-${this.trust.seed}-${(this.count += 1)}`
    const chance = random.below(100)
    if (chance < 30)
      return this.note('cached page', () => call('GET', random.oneOf(cachedPages), { address }))
    if (chance < 50)
      return this.note('page', () => call('GET', `/products?search=${name}`, { address }))
    if (chance < 65)
      return this.note('call', () => call('GET', `/api/products?search=${name}`, { address }))
    if (chance < 80)
      return this.note('signed in', () =>
        call('GET', '/api/auth/user', { address, cookie: this.people.cookie }),
      )
    if (chance < 95) {
      const email = `${name}@example.com`
      return this.note(
        'newsletter',
        () => call('POST', '/api/newsletter/subscribe', { address, body: { email } }),
        { table: 'subscribers', column: 'email', value: email },
      )
    }
    const username = name
    return this.note(
      'account',
      () =>
        call('POST', '/api/auth/register', {
          address,
          body: { username, password: 'ferns beside the slow river 41' },
        }),
      { table: 'users', column: 'username', value: username },
    )
  }

  private async note(
    kind: Kind,
    send: () => Promise<Answer>,
    written?: Sample['written'],
  ): Promise<void> {
    const begun = Date.now()
    const { status, headers } = await send()
    this.samples.push({
      kind,
      status,
      retryAfter: headers.get('retry-after'),
      begun,
      ended: Date.now(),
      ...(written && status >= 200 && status < 300 ? { written } : {}),
    })
  }
}
