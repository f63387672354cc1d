'use client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'

import { Button } from '@/admin/form/button'
import type { SyncRowView, SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { type SyncItemResult, syncItemResults } from '@/platform/connections/definitions'
import { api } from '@/platform/http/api-client'
import { Badge, type BadgeTone } from '@/ui/badge'

const results: Record<SyncItemResult, { tone: BadgeTone; label: string; preview: string }> = {
  failed: { tone: 'bad', label: 'Failed', preview: 'Would fail' },
  skipped: { tone: 'warn', label: 'Left out', preview: 'Would be left out' },
  created: { tone: 'good', label: 'New', preview: 'Would be new' },
  updated: { tone: 'info', label: 'Changed', preview: 'Would change' },
  unchanged: { tone: 'plain', label: 'As it was', preview: 'Would stay' },
}
const order: readonly SyncItemResult[] = ['failed', 'skipped', 'created', 'updated', 'unchanged']
const perPage = 20

/**
 * The items of a job, failures first.
 * @param more service-specific details of an item
 */
export function SyncJobReport({
  run,
  more,
}: {
  run: SyncRunView
  more?: (row: SyncRowView) => ReactNode
}) {
  const [result, setResult] = useState<SyncItemResult | ''>('')
  const [rows, setRows] = useState<SyncRowView[]>([])
  const [page, setPage] = useState(1)
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading')
  const total = result
    ? run.counts[result]
    : syncItemResults.reduce((sum, one) => sum + run.counts[one], 0)

  const load = useCallback(
    async (wanted: number): Promise<void> => {
      setState('loading')
      try {
        const items = await api<SyncRowView[]>(
          'GET',
          `/api/admin/sync-runs/${run.id}/rows?page=${wanted}&limit=${perPage}&result=${result}`,
        )
        setRows((before) => (wanted === 1 ? items : [...before, ...items]))
        setPage(wanted)
        setState('there')
      } catch {
        setState('failed')
      }
    },
    [run.id, result],
  )
  useEffect(() => {
    void load(1)
  }, [load, run.status])

  if (total === 0 && !result) return null
  return (
    <div className="df-report">
      <div className="df-report__filters" role="group" aria-label="Show">
        {(['', ...order] as const)
          .filter((one) => one === '' || run.counts[one] > 0)
          .map((one) => (
            <button
              key={one}
              type="button"
              className="df-chip"
              aria-pressed={one === result}
              onClick={() => setResult(one)}
            >
              {one === '' ? 'All' : run.isPreview ? results[one].preview : results[one].label}{' '}
              <span>
                {one === ''
                  ? order.reduce((sum, name) => sum + run.counts[name], 0)
                  : run.counts[one]}
              </span>
            </button>
          ))}
      </div>
      <ul className="df-entries">
        {rows.map((row) => (
          <li key={row.key} className="df-entry">
            <div>
              <p>{row.label ?? row.key}</p>
              {row.message ? <p className="df-entry__meta">{row.message}</p> : null}
              {more?.(row)}
            </div>
            <Badge tone={results[row.result].tone}>
              {run.isPreview ? results[row.result].preview : results[row.result].label}
            </Badge>
          </li>
        ))}
      </ul>
      {state === 'failed' ? (
        <p className="df-panel__text" role="alert">
          The report could not be read.{' '}
          <Button small onClick={() => void load(page)}>
            Try again
          </Button>
        </p>
      ) : null}
      {state === 'loading' && rows.length === 0 ? (
        <p className="df-panel__text" role="status">
          Reading the report…
        </p>
      ) : null}
      {state === 'there' && rows.length < total ? (
        <p className="df-panel__text">
          <Button small onClick={() => void load(page + 1)}>
            Show more ({total - rows.length})
          </Button>
        </p>
      ) : null}
    </div>
  )
}
