'use client'
import { useState } from 'react'

import { SelectField } from '@/admin/form/fields'
import { SyncJobPanel } from '@/admin/integrations/sync-job-panel'
import { Panel } from '@/admin/shell/panel'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { FormError } from '@/ui/form-error'

import { ConnectionTestHint, ImportButtons } from './import-buttons'
import { ImportedPostDetails } from './imported-post-details'
import { useImport } from './use-import'

type Props = {
  run: SyncRunView | null
  /** '/api/admin/tiktok/import' */
  path: string
  /** 'Import all videos' */
  label: string
  about: string
}

export function PostsImportPanel({ run: initial, path, label, about }: Props) {
  const [status, setStatus] = useState('draft')
  const { start, isBusy, refusal, job } = useImport(initial, {
    title: 'Import Error',
    text: 'Import failed',
  })
  const go = (preview: boolean): void => void start(path, { status, preview })
  return (
    <>
      <Panel title="Import as reflections">
        <div className="df-panel__form">
          <p>{about}</p>
          <SelectField
            label="They come in as"
            value={status}
            hint={
              status === 'published'
                ? 'In the shop at once, each with the day of its post.'
                : 'For somebody to read first.'
            }
            onChange={({ currentTarget: { value } }) => setStatus(value)}
          >
            <option value="draft">Drafts</option>
            <option value="published">Published</option>
          </SelectField>
          <ImportButtons
            label={label}
            isBusy={isBusy}
            onPreview={() => go(true)}
            onImport={() => go(false)}
          />
          <ConnectionTestHint />
          <FormError>{refusal}</FormError>
        </div>
      </Panel>
      <SyncJobPanel
        title="The last import"
        job={job}
        more={(row) => <ImportedPostDetails row={row} />}
        empty="Nothing was imported yet. A preview shows what would come, and writes nothing."
      />
    </>
  )
}
