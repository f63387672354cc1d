'use client'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { Button, IconButton, passFocusOn } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { ListPreferencesChange, SavedView } from '@/modules/accounts/schemas/list-preferences'
import { FormError } from '@/ui/form-error'

import type { ListViewsProps } from './list-params'

type Change = ListPreferencesChange extends infer One
  ? One extends unknown
    ? Omit<One, 'list'>
    : never
  : never
type Send = (change: Change, done: string) => Promise<boolean>
type PartProps = { send: Send; isBusy: boolean }

/** The name of one view; leaving the field, or Enter, renames it. */
const ViewRow = ({
  view: { id, name },
  send,
  isBusy,
  error,
}: PartProps & { view: SavedView; error?: string }) => {
  const [typed, setTyped] = useState(name)
  const [refused, setRefused] = useState('')
  const rename = async (): Promise<void> => {
    const next = typed.trim()
    if (next === name || (error && next === refused)) return
    if (next === '') return setTyped(name)
    // A refused name stays, to be corrected, and isn’t sent again, which would bring the focus back.
    setRefused(next)
    await send({ action: 'renameView', id, name: next }, 'View renamed')
  }
  return (
    <li>
      <TextField
        label={`Name of ${name}`}
        value={typed}
        maxLength={40}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => void rename()}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
      />
      <IconButton
        ref={passFocusOn}
        icon={Trash2}
        label={`Delete the view ${name}`}
        title="Delete"
        disabled={isBusy}
        onClick={() => void send({ action: 'deleteView', id }, 'View deleted')}
      />
    </li>
  )
}

const SaveView = ({
  query,
  views,
  send,
  isBusy,
  error,
}: PartProps & { query: string; views: SavedView[]; error?: string }) => {
  const [name, setName] = useState('')
  const saved = views.find((view) => view.query === query)
  if (query === '')
    return (
      <p>To save a view, close this window, choose filters or a sort order, and come back here.</p>
    )
  if (saved) return <p>You’re looking at the saved view “{saved.name}”.</p>
  const save = async (): Promise<void> => {
    if (await send({ action: 'saveView', name, query }, 'View saved')) setName('')
  }
  return (
    <form
      className="df-views__save"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label="Save the current view as"
        data-focus
        value={name}
        maxLength={40}
        error={error}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        Save view
      </Button>
    </form>
  )
}

const Columns = ({
  columns,
  hidden,
  send,
  isBusy,
}: PartProps & { columns: readonly string[]; hidden: readonly string[] }) => (
  <fieldset className="df-views__columns">
    <legend>Columns</legend>
    {columns.map((column) => (
      <label key={column}>
        <input
          type="checkbox"
          className="df-check"
          disabled={isBusy}
          checked={!hidden.includes(column)}
          onChange={({ currentTarget: { checked } }) => {
            const others = hidden.filter((name) => name !== column)
            void send(
              { action: 'setColumns', hidden: checked ? others : [...others, column] },
              checked ? `${column} shown` : `${column} hidden`,
            )
          }}
        />
        {column}
      </label>
    ))}
  </fieldset>
)

/** Saves, renames, and deletes the user’s views of a list, and chooses its columns. */
export function ViewsDialog({
  list,
  preferences: { views, hidden },
  query,
  columns,
  onClose,
}: ListViewsProps & { onClose: () => void }) {
  const { send: request, isBusy, fields, refusal } = useAdminMutation()
  const [changedView, setChangedView] = useState<string | null>(null)
  const send: Send = async (change, done) => {
    setChangedView('id' in change ? change.id : null)
    const result = await request({
      path: '/api/admin/list-preferences',
      body: { list, ...change },
      done,
      failed: 'Error saving views',
      // Leaving a name renames a view, also while another change is under way.
      waits: true,
    })
    return result !== null
  }
  /** The error of a name, at the view that has it; null is the one to save. */
  const nameError = (id: string | null) => (changedView === id ? fields.name : undefined)
  const part = { send, isBusy }
  return (
    <Dialog title={columns ? 'Views and columns' : 'Saved views'} onClose={onClose}>
      <div className="df-dialog__text df-views__parts">
        <SaveView {...part} query={query} views={views} error={nameError(null)} />
        {views.length > 0 ? (
          <ul aria-label="Saved views" className="df-views__list">
            {views.map((view) => (
              <ViewRow
                key={`${view.id} ${view.name}`}
                {...part}
                view={view}
                error={nameError(view.id)}
              />
            ))}
          </ul>
        ) : null}
        {columns ? <Columns {...part} columns={columns} hidden={hidden} /> : null}
        <FormError fields={fields}>{refusal}</FormError>
      </div>
      <DialogActions>
        <Button variant="solid" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
