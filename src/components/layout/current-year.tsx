'use client'
import { useBrowserValue } from '@/components/use-browser-value'

const currentYear = (): number => new Date().getFullYear()

/** A cached page may have been rendered last year. */
export function CurrentYear({ rendered }: { rendered: number }) {
  return useBrowserValue(currentYear, rendered)
}
