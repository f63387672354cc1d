'use client'
import { useFormFields } from '@payloadcms/ui'
import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** The same moment in the shop's time zone, when the browser's is another. */
export function ShopTimezoneHint({ path, timeZone }: { path: string; timeZone: string }) {
  const value = useFormFields(([fields]) => fields[path]?.value)
  const browserZone = useSyncExternalStore(
    subscribe,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  )
  const moment = value ? new Date(value as string) : null
  if (browserZone === timeZone) return null
  const shopZone = timeZone.replaceAll('_', ' ')
  if (!moment || Number.isNaN(moment.getTime()))
    return (
      <p className="field-description">
        In your time zone ({browserZone.replaceAll('_', ' ')}), not the shop’s ({shopZone}).
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
      In your time zone. In the shop’s time zone ({shopZone}), that’s {inTheShop}.
    </p>
  )
}
