import type { Metadata } from 'next'

import { AccountHeader } from '@/app/(shop)/account/account-header'
import { requireCurrentUser } from '@/app/(shop)/current-user'
import { listAddresses } from '@/modules/accounts/queries/list-addresses'

import { AddressBook } from './address-book'

export const metadata: Metadata = { title: 'Addresses' }

const AddressesPage = async () => {
  const { payload, user } = await requireCurrentUser('/account/addresses')
  return (
    <>
      <AccountHeader title="Addresses">
        We’ll use your default at checkout. You can change it anytime.
      </AccountHeader>
      <AddressBook stored={await listAddresses(payload, user)} />
    </>
  )
}

export default AddressesPage
