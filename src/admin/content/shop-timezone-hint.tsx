'use client'
import { useFormFields } from '@payloadcms/ui'
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The same moment in the shop's time zone, when the browser's is another. */
export function ShopTimezoneHint({ path, timeZone }: { path: string; timeZone: string }) {
  const value = useFormFields(([fields]) => fields[path]?.value)
  const here = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  )
  const moment = value ? new Date(value as string) : null
  if (here === timeZone) return null
  const shop = timeZone.replaceAll('_', ' ')
  if (!moment || Number.isNaN(moment.getTime()))
    return (
      <p className="field-description">
        By this device’s clock ({here.replaceAll('_', ' ')}), not by the shop’s ({shop}).
      </p>
    )
  const inTheShop = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(moment)
  return (
    <p className="field-description">
      By this device’s clock. In the shop ({shop}) it is {inTheShop}.
    </p>
  )
}
