'use client'
import { Download, Eye } from 'lucide-react'

import { Button } from '@/admin/form/button'
import { useConnectionTest } from '@/admin/integrations/connection-test'

type Props = { label: string; isBusy: boolean; onPreview: () => void; onImport: () => void }

/** Both wait for a passed connection test. */
export function ImportButtons({ label, isBusy, onPreview, onImport }: Props) {
  const { state } = useConnectionTest()
  const isOff = isBusy || state !== 'good'
  return (
    <div className="df-row-actions">
      <Button icon={Eye} aria-label={`Preview: ${label}`} disabled={isOff} onClick={onPreview}>
        Preview
      </Button>
      <Button
        variant="solid"
        icon={Download}
        disabled={isOff}
        aria-busy={isBusy}
        onClick={onImport}
      >
        {isBusy ? 'Importing...' : label}
      </Button>
    </div>
  )
}

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
