'use client'
import { useState } from 'react'

import { SelectField } from '@/admin/form/fields'
import { Panel } from '@/admin/shell/panel'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { FormError } from '@/ui/form-error'

import { describePost } from './describe-imported'
import { ConnectionTestHint, ImportButtons, LastImportPanel } from './import-buttons'
import { useImport } from './use-import'

type Props = {
  latest: SyncRunView | null
  /** '/api/admin/tiktok/import' */
  path: string
  /** 'Import all videos' */
  label: string
  about: string
}

export function PostsImportPanel({ latest, path, label, about }: Props) {
  const [status, setStatus] = useState('draft')
  const { start, isBusy, refusal, job } = useImport(latest, {
    title: 'Import Error',
    text: 'Import failed',
  })
  const run = (preview: boolean): void => void start(path, { status, preview })
  return (
    <>
      <Panel title="Import as reflections">
        <div className="df-panel__form">
          <p>{about}</p>
          <SelectField
            label="Import as"
            value={status}
            hint={
              status === 'published'
                ? 'Published right away with the date of the original post.'
                : 'Review before publishing.'
            }
            onChange={({ currentTarget: { value } }) => setStatus(value)}
          >
            <option value="draft">Drafts</option>
            <option value="published">Published</option>
          </SelectField>
          <ImportButtons label={label} isBusy={isBusy} onStart={run} />
          <ConnectionTestHint />
          <FormError>{refusal}</FormError>
        </div>
      </Panel>
      <LastImportPanel job={job} describe={describePost} />
    </>
  )
}
