'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../client/api'
import { beginning, type CheckoutPerson, shownAddress, toKept } from './person'
import type { AddressChoice } from './saved-addresses'
import { createSessionValue } from './session-value'
import { type CheckoutFormAccess, forgetForm } from './use-checkout-form'
import { within } from './within'

/** Whose details this tab's form was begun with: somebody else does not get to see them. */
const begunBy = createSessionValue('checkout-person', 0, (stored) => (typeof stored === 'number' ? stored : 0))
const longestWait = 4000

/** Begins the form with what the shop knows of somebody who is signed in, and keeps a new address for them when they asked. */
export const usePerson = (person: CheckoutPerson | null, access: CheckoutFormAccess, ready: boolean): { choice: AddressChoice | null; keepIfAsked: () => Promise<void> } => {
  const [keep, setKeep] = useState(false)
  const begin = useEffectEvent(() => {
    const before = begunBy.get()
    const isSomebodyElses = before !== 0 && before !== person?.id
    if (isSomebodyElses) {
      forgetForm()
      begunBy.clear()
    }
    const fields = person ? beginning(isSomebodyElses ? { fields: {} as never } : access.form, person) : null
    if (!person || !fields) return
    access.fill(fields)
    begunBy.set(person.id)
  })
  useEffect(() => { if (ready) begin() }, [ready])
  return {
    choice: person ? { addresses: person.addresses, keep, setKeep } : null,
    // The order is paid by now: whatever comes of this, it may not stand in the way.
    keepIfAsked: async () => {
      if (!person || !keep || shownAddress(access.form, person.addresses)) return
      await within(longestWait, api('POST', '/api/account/addresses', toKept(access.form))).catch(() => undefined)
    },
  }
}
