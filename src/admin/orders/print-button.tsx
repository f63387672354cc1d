'use client'
import { Button } from '@/admin/form/button'
import { Printer } from 'lucide-react'

export function PrintButton() {
  return (
    <Button icon={Printer} onClick={() => window.print()}>
      Print
    </Button>
  )
}
