'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** The page may have been rendered last year. */
export const Year = ({ rendered }: { rendered: number }) => useSyncExternalStore(never, () => new Date().getFullYear(), () => rendered)
