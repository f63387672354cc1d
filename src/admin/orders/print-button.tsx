'use client'
import { Printer } from 'lucide-react'

import { Button } from '@/admin/form/button'

export function PrintButton() {
  return (
    <Button icon={Printer} onClick={() => window.print()}>
      Print
    </Button>
  )
}
