import type { Metadata } from 'next'

import { DeviceSavedItems } from './device-saved-items'

export const dynamic = 'force-static'
export const metadata: Metadata = { title: 'Saved on this device', robots: { index: false } }

const DeviceSavedPage = () => (
  <div className="wrap pt-[clamp(1.4rem,3vw,3rem)] pb-(--sec)">
    <h1 className="text-d1">Saved</h1>
    <DeviceSavedItems />
  </div>
)

export default DeviceSavedPage
