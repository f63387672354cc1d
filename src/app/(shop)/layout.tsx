import type { ReactNode } from 'react'

const ShopLayout = ({ children }: { children: ReactNode }) => (
  <html lang="en">
    <body>{children}</body>
  </html>
)

export default ShopLayout
