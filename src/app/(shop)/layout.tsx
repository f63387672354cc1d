import type { ReactNode } from 'react'

import { ShopDocument } from '@/app/shop-document'
import { Footer } from '@/components/layout/footer'
import { Header } from '@/components/layout/header'
import { QuickAdd } from '@/components/product/quick-add'

import { getCachedSettings } from './cached-queries'

export { siteMetadata as metadata, siteViewport as viewport } from '@/app/shop-document'

const ShopLayout = async ({ children }: { children: ReactNode }) => {
  const { tagline, social } = await getCachedSettings()
  return (
    <ShopDocument
      header={<Header />}
      footer={
        <>
          <Footer tagline={tagline} social={social} />
          <QuickAdd />
        </>
      }
    >
      {children}
    </ShopDocument>
  )
}

export default ShopLayout
