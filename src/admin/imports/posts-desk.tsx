'use client'
import { useState } from 'react'
import type { RunView } from '../../queries/sync-runs'
import { RunPanel } from '../connections/run-panel'
import { SelectField } from '../parts/fields'
import { Panel } from '../parts/panel'
import { ImportButtons, WaitsForTest } from './import-buttons'
import { PostDetails } from './post-details'
import { useImport } from './use-import'

type Props = {
  run: RunView | null
  /** '/api/admin/tiktok/import' */
  path: string
  /** 'Import all videos' */
  label: string
  /** What happens, in a sentence or two. */
  about: string
}

/** The import of all posts of an account as reflections: the same for every service. */
export const PostsDesk = ({ run: initial, path, label, about }: Props) => {
  const [status, setStatus] = useState('draft')
  const { start, isBusy, refusal, run, stop, isStopping } = useImport(initial, { title: 'Import Error', text: 'Import failed' })
  const go = (preview: boolean): void => void start(path, { status, preview })
  return (
    <>
      <Panel title="Import as reflections">
        <div className="df-panel__form">
          <p>{about}</p>
          <SelectField label="They come in as" value={status} hint={status === 'published' ? 'In the shop at once, each with the day of its post.' : 'For somebody to read first.'} onChange={({ currentTarget: { value } }) => setStatus(value)}>
            <option value="draft">Drafts</option>
            <option value="published">Published</option>
          </SelectField>
          <ImportButtons label={label} isBusy={isBusy} onPreview={() => go(true)} onImport={() => go(false)} />
          <WaitsForTest />
          {refusal ? <p className="df-form__refusal" role="alert">{refusal}</p> : null}
        </div>
      </Panel>
      <RunPanel title="The last import" run={run} stop={stop} isStopping={isStopping} more={(row) => <PostDetails row={row} />} empty="Nothing was imported yet. A preview shows what would come, and writes nothing." />
    </>
  )
}
