'use client'
import { Button } from '@/ui/button'

/** The page as a receipt on paper (orders/print.css). */
export function PrintButton() {
  return (
    <Button variant="line" onClick={() => window.print()}>
      Print the receipt
    </Button>
  )
}
