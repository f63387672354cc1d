'use client'
import { Download, Eye } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

import { Button } from '@/admin/form/button'
import { useConnectionTest } from '@/admin/integrations/connection-test'
import { SyncJobPanel } from '@/admin/integrations/sync-job-panel'

type Props = {
  label: string
  /** An import or a preview runs, started by any button. */
  isBusy: boolean
  onStart: (preview: boolean) => void
}

/** Both wait for a passed connection test. */
export function ImportButtons({ label, isBusy, onStart }: Props) {
  const [isImporting, setIsImporting] = useState(false)
  const isOff = useConnectionTest().state !== 'good' || isBusy
  const isThisBusy = isBusy && isImporting
  const start = (preview: boolean): void => {
    setIsImporting(!preview)
    onStart(preview)
  }
  return (
    <div className="df-row-actions">
      <Button
        icon={Eye}
        aria-label={`Preview: ${label}`}
        disabled={isOff}
        onClick={() => start(true)}
      >
        Preview
      </Button>
      <Button
        variant="solid"
        icon={Download}
        disabled={isOff}
        aria-busy={isThisBusy}
        onClick={() => start(false)}
      >
        {isThisBusy ? 'Importing…' : label}
      </Button>
    </div>
  )
}

export function LastImportPanel(
  props: Pick<ComponentProps<typeof SyncJobPanel>, 'job' | 'describe'>,
) {
  return (
    <SyncJobPanel
      {...props}
      title="Latest import"
      empty="No imports yet. Preview an import to see what it would add without saving anything."
    />
  )
}

export function ConnectionTestHint() {
  const { state } = useConnectionTest()
  return state === 'good' ? null : (
    <p className="df-soft">
      {state === 'testing'
        ? 'Test the connection to turn on imports.'
        : 'You can import once the connection test succeeds.'}
    </p>
  )
}
