'use client'
import { Download, Eye } from 'lucide-react'

import { useConnectionTest } from '@/admin/integrations/connection-test'

type Props = { label: string; isBusy: boolean; onPreview: () => void; onImport: () => void }

/** First look, then take. Both wait until the connection has answered its test. */
export function ImportButtons({ label, isBusy, onPreview, onImport }: Props) {
  const { state } = useConnectionTest()
  const isOff = isBusy || state !== 'good'
  return (
    <div className="df-row-actions">
      <button
        type="button"
        className="df-button df-button--line"
        aria-label={`Preview: ${label}`}
        disabled={isOff}
        onClick={onPreview}
      >
        <Eye aria-hidden size={18} strokeWidth={1.6} />
        Preview
      </button>
      <button
        type="button"
        className="df-button df-button--solid"
        disabled={isOff}
        aria-busy={isBusy}
        onClick={onImport}
      >
        <Download aria-hidden size={18} strokeWidth={1.6} />
        {isBusy ? 'Importing...' : label}
      </button>
    </div>
  )
}

/** Why the buttons cannot be pressed yet. */
export function ConnectionTestHint() {
  const { state } = useConnectionTest()
  return state === 'good' ? null : (
    <p className="df-soft">
      {state === 'testing'
        ? 'The buttons wait for the test of the connection.'
        : 'Imports can begin once the connection has passed its test.'}
    </p>
  )
}
