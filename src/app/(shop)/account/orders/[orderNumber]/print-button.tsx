'use client'
import { Button } from '@/ui/button'

export function PrintButton() {
  return (
    <Button variant="line" onClick={() => window.print()}>
      Print receipt
    </Button>
  )
}
