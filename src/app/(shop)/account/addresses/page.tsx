import type { Metadata } from 'next'
import { AccountHead } from '../../../../components/account/account-head'
import { AddressBook } from '../../../../components/account/address-book'
import { listAddresses } from '../../../../queries/list-addresses'
import { requireSignedIn } from '../../signed-in'

export const metadata: Metadata = { title: 'Addresses' }

const AddressesPage = async () => {
  const { payload, user } = await requireSignedIn('/account/addresses')
  return (
    <>
      <AccountHead title="Addresses">The checkout starts with the default one. You choose anew each time.</AccountHead>
      <AddressBook stored={await listAddresses(payload, user.id)} />
    </>
  )
}

export default AddressesPage
