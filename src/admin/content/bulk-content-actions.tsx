'use client'
import { type ReactNode, useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { SmallSelect, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { ScheduleField } from '@/admin/form/schedule-field'
import type { AdminMutation } from '@/admin/form/use-admin-mutation'
import { BulkBar, useSelection } from '@/admin/list/selection'
import { type RunBulkAction, useBulkAction } from '@/admin/list/use-bulk-action'
import type { BulkResult } from '@/platform/bulk/bulk-schema'
import { pluralize } from '@/platform/pluralize'
import { fromZonedDateTime } from '@/platform/time-zones'

const failed = 'Error updating content'
const nameOf = ({ id, name }: BulkResult): string => name ?? `Article ${id}`

type DialogProps = {
  count: string
  ids: readonly number[]
  mutation: AdminMutation
  run: RunBulkAction
  onClose: () => void
}

const ScheduleDialog = ({
  count,
  ids,
  mutation,
  run,
  onClose,
  timeZone,
}: DialogProps & { timeZone: string }) => {
  const [local, setLocal] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const schedule = (): void => {
    const scheduledFor = fromZonedDateTime(local, timeZone)
    setIsMissing(!scheduledFor)
    if (scheduledFor)
      void run({ ids, action: 'schedule', scheduledFor }, { done: 'scheduled', failed })
  }
  return (
    <FormDialog
      title={`Schedule ${count}`}
      mutation={{ ...mutation, theirs: null }}
      submit={`Schedule ${count}`}
      hidesError
      onSubmit={schedule}
      onClose={onClose}
    >
      <p>They go live together. Articles that are already published are skipped.</p>
      <ScheduleField
        label="Scheduled for"
        data-focus
        value={local}
        timeZone={timeZone}
        error={
          isMissing
            ? 'Please choose a date and time.'
            : (mutation.fields.scheduledFor ?? mutation.refusal ?? undefined)
        }
        onChange={setLocal}
      />
    </FormDialog>
  )
}

const TagsDialog = ({
  count,
  ids,
  mutation,
  run,
  onClose,
  action,
}: DialogProps & { action: 'addTags' | 'removeTags' }) => {
  const [tags, setTags] = useState('')
  const verb = action === 'addTags' ? 'Add tags' : 'Remove tags'
  return (
    <FormDialog
      title={action === 'addTags' ? `Add tags to ${count}` : `Remove tags from ${count}`}
      mutation={{ ...mutation, theirs: null }}
      submit={verb}
      hidesError
      onSubmit={() => void run({ ids, action, tags }, { done: 'updated', failed })}
      onClose={onClose}
    >
      <TextField
        label="Tags"
        data-focus
        value={tags}
        maxLength={500}
        hint="Separate several tags with commas."
        error={mutation.fields.tags ?? mutation.refusal ?? undefined}
        onChange={({ currentTarget }) => setTags(currentTarget.value)}
      />
    </FormDialog>
  )
}

const confirmations = {
  publish: {
    verb: 'Publish',
    done: 'published',
    text: 'Published articles are visible in the shop right away.',
    undo: undefined,
  },
  unpublish: {
    verb: 'Move to drafts',
    done: 'moved to drafts',
    text: 'Published articles are removed from the shop right away, and links to them stop working. Scheduled articles won’t go live.',
    undo: undefined,
  },
  trash: {
    verb: 'Delete',
    done: 'deleted',
    text: 'Deleted articles are removed from the shop right away and go to the trash. You can restore them later.',
    undo: { bodies: (ids: number[]) => [{ ids, action: 'restore' }], done: 'restored' },
  },
} as const

const moreOptions = [
  ['', 'More…'],
  ['unpublish', 'Move to drafts'],
  ['removeTags', 'Remove tags'],
] as const

type PendingAction = keyof typeof confirmations | 'schedule' | 'addTags' | 'removeTags'

const ConfirmActionDialog = ({
  asking,
  timeZone,
  ...dialog
}: DialogProps & { asking: PendingAction; timeZone: string }): ReactNode => {
  if (asking === 'schedule') return <ScheduleDialog {...dialog} timeZone={timeZone} />
  if (asking === 'addTags' || asking === 'removeTags')
    return <TagsDialog {...dialog} action={asking} />
  const { verb, done, text, undo } = confirmations[asking]
  const { count, ids, mutation, run, onClose } = dialog
  return (
    <ConfirmDialog
      question={asking === 'unpublish' ? `Move ${count} to drafts?` : `${verb} ${count}?`}
      verb={verb}
      isBusy={mutation.isBusy}
      onCancel={onClose}
      onConfirm={() => run({ ids, action: asking }, { done, failed, undo })}
    >
      {text}
    </ConfirmDialog>
  )
}

const Choices = ({ onAsk }: { onAsk: (asking: PendingAction) => void }) => (
  <>
    <Button small onClick={() => onAsk('publish')}>
      Publish
    </Button>
    <Button small onClick={() => onAsk('schedule')}>
      Schedule
    </Button>
    <Button small onClick={() => onAsk('addTags')}>
      Add tags
    </Button>
    <SmallSelect
      label="More actions"
      value=""
      options={moreOptions}
      onChange={({ currentTarget: { value } }) => {
        if (value === 'unpublish' || value === 'removeTags') onAsk(value)
      }}
    />
    <Button variant="ghost" small onClick={() => onAsk('trash')}>
      Delete
    </Button>
  </>
)

export function BulkContentActions({ isTrash, timeZone }: { isTrash: boolean; timeZone: string }) {
  const { selected: ids, clear } = useSelection()
  const [asking, setAsking] = useState<PendingAction | null>(null)
  const { mutation, run, report } = useBulkAction({
    path: '/api/admin/content/bulk',
    noun: 'article',
    nameOf,
    onDone: () => {
      setAsking(null)
      clear()
    },
  })
  const count = pluralize(ids.length, 'article')
  return (
    <>
      <BulkBar count={ids.length > 0 ? count : null} onClear={clear}>
        {isTrash ? (
          <Button
            small
            disabled={mutation.isBusy}
            onClick={() => void run({ ids, action: 'restore' }, { done: 'restored', failed })}
          >
            Restore
          </Button>
        ) : (
          <Choices onAsk={setAsking} />
        )}
      </BulkBar>
      {asking ? (
        <ConfirmActionDialog
          asking={asking}
          count={count}
          ids={ids}
          mutation={mutation}
          run={run}
          timeZone={timeZone}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {report}
    </>
  )
}
