'use client'
import { useState } from 'react'

import { TextLink } from '@/admin/form/button'
import { TextField } from '@/admin/form/fields'
import { SyncJobPanel } from '@/admin/integrations/sync-job-panel'
import { Panel } from '@/admin/shell/panel'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { FormError } from '@/ui/form-error'

import { EtsyListingDetails } from './etsy-listing-details'
import { ConnectionTestHint, ImportButtons } from './import-buttons'
import { useImport } from './use-import'

const allMessages = { title: 'Import Failed', text: 'Failed to import products' }
const recoveryMessages = { title: 'Import Failed', text: 'Failed to import recovery products' }
const recoveryPath = '/api/admin/etsy/import-recovery'
const allPath = '/api/admin/etsy/import-all'

export function EtsyImportPanel({
  run: initial,
  keywords,
  mayChangeKeywords,
}: {
  run: SyncRunView | null
  keywords: readonly string[]
  mayChangeKeywords: boolean
}) {
  const [limit, setLimit] = useState('25')
  const [skip, setSkip] = useState('0')
  const { start, isBusy, refusal, fields, job } = useImport(initial, allMessages)
  const all = (preview: boolean): void =>
    void start(allPath, { limit, skip: Number(skip) || 0, preview })
  const recovery = (preview: boolean): void =>
    void start(recoveryPath, { preview }, recoveryMessages)
  return (
    <>
      <Panel title="Recovery products">
        <div className="df-panel__form">
          <p>
            Every active listing that has one of these as a word of its own in its title, tags or
            text: {keywords.length > 0 ? <strong>{keywords.join(', ')}</strong> : 'none are set'}.
            {mayChangeKeywords ? (
              <>
                {' '}
                <TextLink href="/admin/settings" native>
                  Change the words
                </TextLink>
              </>
            ) : null}
          </p>
          <ImportButtons
            label="Import recovery products"
            isBusy={isBusy}
            onPreview={() => recovery(true)}
            onImport={() => recovery(false)}
          />
        </div>
      </Panel>
      <Panel title="All products">
        <form className="df-panel__form" onSubmit={(event) => event.preventDefault()}>
          <div className="df-form__row">
            <TextField
              label="How many"
              type="number"
              inputMode="numeric"
              min={1}
              max={100}
              step={1}
              value={limit}
              error={fields.limit}
              hint="The newest first, 1 to 100."
              onChange={({ currentTarget: { value } }) => setLimit(value)}
            />
            <TextField
              label="Pass over the newest"
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              value={skip}
              error={fields.skip}
              hint="100 for those after the first hundred."
              onChange={({ currentTarget: { value } }) => setSkip(value)}
            />
          </div>
          <ImportButtons
            label="Import all products"
            isBusy={isBusy}
            onPreview={() => all(true)}
            onImport={() => all(false)}
          />
          <ConnectionTestHint />
          <FormError>{refusal}</FormError>
        </form>
      </Panel>
      <SyncJobPanel
        title="The last import"
        job={job}
        more={(row) => <EtsyListingDetails row={row} />}
        empty="Nothing was imported yet. A preview shows what would come, and writes nothing."
      />
    </>
  )
}
