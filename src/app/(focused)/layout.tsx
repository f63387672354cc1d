import type { ReactNode } from 'react'

import { ShopDocument } from '@/app/shop-document'

export { siteMetadata as metadata, siteViewport as viewport } from '@/app/shop-document'

/** Pages on which someone finishes one thing, without the shop's navigation and its script: checkout and sign-in. */
const FocusedLayout = ({ children }: { children: ReactNode }) => (
  <ShopDocument>{children}</ShopDocument>
)

export default FocusedLayout
