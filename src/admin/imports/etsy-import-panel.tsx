'use client'
import { useState } from 'react'

import { TextLink } from '@/admin/form/button'
import { TextField } from '@/admin/form/fields'
import { Panel } from '@/admin/shell/panel'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { FormError } from '@/ui/form-error'

import { describeListing } from './describe-imported'
import { ConnectionTestHint, ImportButtons, LastImportPanel } from './import-buttons'
import { useImport } from './use-import'

type Import = ReturnType<typeof useImport>

const RecoveryPanel = ({
  imports: { start, isBusy },
  keywords,
  mayChangeKeywords,
}: { imports: Import } & Pick<Props, 'keywords' | 'mayChangeKeywords'>) => {
  const run = (preview: boolean): void =>
    void start(
      '/api/admin/etsy/import-recovery',
      { preview },
      { title: 'Import Failed', text: 'Failed to import recovery products' },
    )
  return (
    <Panel title="Recovery products">
      <div className="df-panel__form">
        <p>
          Active listings with any of these as a whole word in the title, tags, or description:{' '}
          {keywords.length > 0 ? <strong>{keywords.join(', ')}</strong> : 'no keywords yet'}.
          {mayChangeKeywords ? (
            <>
              {' '}
              <TextLink href="/admin/settings" native>
                Edit keywords
              </TextLink>
            </>
          ) : null}
        </p>
        <ImportButtons label="Import recovery products" isBusy={isBusy} onStart={run} />
      </div>
    </Panel>
  )
}

const AllProductsPanel = ({ imports: { start, isBusy, refusal, fields } }: { imports: Import }) => {
  const [limit, setLimit] = useState('25')
  const [skip, setSkip] = useState('0')
  const run = (preview: boolean): void =>
    void start('/api/admin/etsy/import-all', { limit, skip: Number(skip) || 0, preview })
  const number = { type: 'number', inputMode: 'numeric', step: 1 } as const
  return (
    <Panel title="All products">
      <form className="df-panel__form" onSubmit={(event) => event.preventDefault()}>
        <div className="df-form__row">
          <TextField
            label="How many"
            {...number}
            min={1}
            max={100}
            value={limit}
            error={fields.limit}
            hint="Newest first, 1 to 100."
            onChange={({ currentTarget: { value } }) => setLimit(value)}
          />
          <TextField
            label="Skip the newest"
            {...number}
            min={0}
            value={skip}
            error={fields.skip}
            hint="For example, enter 100 to start after the first 100."
            onChange={({ currentTarget: { value } }) => setSkip(value)}
          />
        </div>
        <ImportButtons label="Import all products" isBusy={isBusy} onStart={run} />
        <ConnectionTestHint />
        <FormError>{refusal}</FormError>
      </form>
    </Panel>
  )
}

type Props = { run: SyncRunView | null; keywords: readonly string[]; mayChangeKeywords: boolean }

export function EtsyImportPanel({ run, ...recovery }: Props) {
  const imports = useImport(run, { title: 'Import Failed', text: 'Failed to import products' })
  return (
    <>
      <RecoveryPanel imports={imports} {...recovery} />
      <AllProductsPanel imports={imports} />
      <LastImportPanel job={imports.job} describe={describeListing} />
    </>
  )
}
