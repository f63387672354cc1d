'use client'
import { createContext, type ReactNode, useContext } from 'react'

const TimeZoneContext = createContext('UTC')

/** Gives the panel's client components the shop's time zone (panel-components.ts). */
export function ShopTimeZoneProvider({
  timeZone,
  children,
}: {
  timeZone: string
  children: ReactNode
}) {
  return <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>
}

/** Returns the shop's time zone, as an IANA name. Dates never use the device's. */
export function useShopTimeZone(): string {
  return useContext(TimeZoneContext)
}
