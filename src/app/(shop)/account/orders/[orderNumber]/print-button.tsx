'use client'
import { Button } from '@/ui/button'

/** The page as a receipt on paper (orders/print.css). */
export const PrintButton = () => (
  <Button variant="line" onClick={() => window.print()}>
    Print the receipt
  </Button>
)
