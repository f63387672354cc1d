import type { Metadata } from 'next'

import { AccountHeader } from '@/app/(shop)/account/account-header'
import { requireCurrentUser } from '@/app/(shop)/current-user'
import { SavedItems } from '@/components/saved/saved-items'
import { listSavedContent, listSavedProducts } from '@/modules/accounts/queries/saved-items'
import { maxSavedItems } from '@/modules/accounts/schemas/profile'

import { MergeDeviceSaves } from './merge-device-saves'

export const metadata: Metadata = { title: 'Saved' }

const SavedPage = async () => {
  const { payload, user } = await requireCurrentUser('/account/saved')
  const [products, content] = await Promise.all([
    listSavedProducts(payload, user.id, maxSavedItems),
    listSavedContent(payload, user.id, maxSavedItems),
  ])
  return (
    <>
      <AccountHeader title="Saved">Saved to your account. Only you can see this.</AccountHeader>
      <SavedItems
        key={[...products, ...content].map(({ id }) => id).join()}
        products={products}
        content={content}
      />
      <MergeDeviceSaves />
    </>
  )
}

export default SavedPage
