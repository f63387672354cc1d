import type { Metadata } from 'next'
import { AccountHead } from '../../../../components/account/account-head'
import { FromDevice } from '../../../../components/saved/from-device'
import { SavedBoard } from '../../../../components/saved/saved-board'
import { listSavedContent, listSavedProducts } from '../../../../queries/saved-items'
import { mostSaved } from '../../../../schemas/own'
import { requireSignedIn } from '../../signed-in'

export const metadata: Metadata = { title: 'Saved' }

const SavedPage = async () => {
  const { payload, user } = await requireSignedIn('/account/saved')
  const [products, content] = await Promise.all([listSavedProducts(payload, user.id, mostSaved), listSavedContent(payload, user.id, mostSaved)])
  return (
    <>
      <AccountHead title="Saved">Kept with your account, for you alone.</AccountHead>
      <SavedBoard key={[...products, ...content].map(({ id }) => id).join()} products={products} content={content} />
      <FromDevice />
    </>
  )
}

export default SavedPage
