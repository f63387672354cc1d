'use client'
import { Printer } from 'lucide-react'

export function PrintButton() {
  return (
    <button type="button" className="df-button df-button--line" onClick={() => window.print()}>
      <Printer aria-hidden size={18} strokeWidth={1.6} />
      Print
    </button>
  )
}
