'use client'
import { type ComponentType, createContext, use } from 'react'

/** The editor's code, which other screens don't load, has the component. */
export const BlockValuesContext = createContext<ComponentType>(() => null)

/** An invisible field in each block. */
export function BlockValuesSlot() {
  const BlockValues = use(BlockValuesContext)
  return <BlockValues />
}
