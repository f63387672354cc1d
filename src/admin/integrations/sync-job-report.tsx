'use client'
import { useCallback, useEffect, useRef, useState } from 'react'

import { Button, TextLink } from '@/admin/form/button'
import { Entries, Meta } from '@/admin/list/entries'
import type { SyncRowView, SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { type SyncItemResult, syncItemResults } from '@/platform/connections/definitions'
import { api } from '@/platform/http/api-client'
import { Badge, type BadgeTone } from '@/ui/badge'

const results: Record<SyncItemResult, { tone: BadgeTone; label: string; preview: string }> = {
  failed: { tone: 'bad', label: 'Failed', preview: 'Would fail' },
  skipped: { tone: 'warn', label: 'Skipped', preview: 'Would be skipped' },
  created: { tone: 'good', label: 'New', preview: 'Would be new' },
  updated: { tone: 'info', label: 'Changed', preview: 'Would change' },
  unchanged: { tone: 'plain', label: 'Unchanged', preview: 'No change' },
}
const perPage = 20

/** Loads the items of a job page by page, again when its status changes. Ignores late responses to other requests. */
function useSyncRows({ id, status }: SyncRunView, result: SyncItemResult | '') {
  const [rows, setRows] = useState<SyncRowView[]>([])
  const [page, setPage] = useState(1)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const latest = useRef(0)
  const load = useCallback(
    async (nextPage: number): Promise<void> => {
      const request = (latest.current += 1)
      setState('loading')
      try {
        const items = await api<SyncRowView[]>(
          'GET',
          `/api/admin/sync-runs/${id}/rows?page=${nextPage}&limit=${perPage}&result=${result}`,
        )
        if (request !== latest.current) return
        setRows((before) => (nextPage === 1 ? items : [...before, ...items]))
        setPage(nextPage)
        setState('loaded')
      } catch {
        if (request === latest.current) setState('failed')
      }
    },
    [id, result],
  )
  useEffect(() => {
    void load(1)
  }, [load, status])
  return { rows, state, retry: () => load(page), loadMore: () => load(page + 1) }
}

type RowProps = {
  row: SyncRowView
  isPreview: boolean
  describe?: (details: NonNullable<SyncRowView['details']>) => string
}

const Row = ({ row: { key, label, message, details, result }, isPreview, describe }: RowProps) => {
  const description = details ? describe?.(details) : ''
  const { productId, contentId } = details ?? {}
  const [href, linkText] =
    typeof productId === 'number'
      ? [`/admin/products/${productId}`, 'Open product']
      : typeof contentId === 'number'
        ? [`/admin/content/${contentId}`, 'Open article']
        : []
  return (
    <li className="df-entry">
      <div>
        <p>{label ?? key}</p>
        <Meta>{message}</Meta>
        <Meta>{description}</Meta>
        {href ? (
          <p>
            <TextLink href={href}>{linkText}</TextLink>
          </p>
        ) : null}
      </div>
      <Badge tone={results[result].tone}>
        {isPreview ? results[result].preview : results[result].label}
      </Badge>
    </li>
  )
}

/** The items of a job, failures first. */
export function SyncJobReport({
  run,
  describe,
}: { run: SyncRunView } & Pick<RowProps, 'describe'>) {
  const { counts, isPreview } = run
  const [result, setResult] = useState<SyncItemResult | ''>('')
  const { rows, state, retry, loadMore } = useSyncRows(run, result)
  const sum = syncItemResults.reduce((total, name) => total + counts[name], 0)
  const total = result ? counts[result] : sum
  if (total === 0 && !result) return null
  return (
    <div className="df-report">
      <div className="df-report__filters" role="group" aria-label="Show">
        {(['', 'failed', 'skipped', 'created', 'updated', 'unchanged'] as const)
          .filter((name) => name === '' || counts[name] > 0)
          .map((name) => (
            <button
              key={name}
              type="button"
              className="df-chip"
              aria-pressed={name === result}
              onClick={() => setResult(name)}
            >
              {name === '' ? 'All' : isPreview ? results[name].preview : results[name].label}{' '}
              <span>{name === '' ? sum : counts[name]}</span>
            </button>
          ))}
      </div>
      <Entries>
        {rows.map((row) => (
          <Row key={row.key} row={row} isPreview={isPreview} describe={describe} />
        ))}
      </Entries>
      {state === 'failed' ? (
        <p className="df-panel__text" role="alert">
          Couldn’t load the report.{' '}
          <Button small onClick={() => void retry()}>
            Try again
          </Button>
        </p>
      ) : null}
      {state === 'loading' && rows.length === 0 ? (
        <p className="df-panel__text" role="status">
          Loading report…
        </p>
      ) : null}
      {state === 'loaded' && rows.length < total ? (
        <p className="df-panel__text">
          <Button small onClick={() => void loadMore()}>
            Show more ({total - rows.length})
          </Button>
        </p>
      ) : null}
    </div>
  )
}
