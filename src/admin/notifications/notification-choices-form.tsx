'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import {
  type NotificationChannel,
  type NotificationChoices,
  type NotificationKind,
  notificationLabels,
} from '@/modules/notifications/rules'

const channels = [
  ['inApp', 'In admin'],
  ['email', 'Email'],
] as const satisfies readonly (readonly [NotificationChannel, string])[]

type Props = {
  /** What the role may see. */
  kinds: readonly NotificationKind[]
  saved: NotificationChoices
  /** Where emails go. */
  email: string | null
}

type TableProps = {
  kinds: readonly NotificationKind[]
  choices: NotificationChoices
  onToggle: (kind: NotificationKind, channel: NotificationChannel, isOn: boolean) => void
}

const ChoicesTable = ({ kinds, choices, onToggle }: TableProps) => (
  <table className="df-notify">
    <thead>
      <tr>
        <th scope="col">Notify me about</th>
        {channels.map(([channel, label]) => (
          <th key={channel} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {kinds.map((kind) => (
        <tr key={kind}>
          <th scope="row">{notificationLabels[kind]}</th>
          {channels.map(([channel, label]) => (
            <td key={channel}>
              <label>
                <span className="df-hidden">{`${notificationLabels[kind]}: ${label}`}</span>
                <input
                  type="checkbox"
                  checked={choices[kind][channel]}
                  onChange={({ currentTarget }) => onToggle(kind, channel, currentTarget.checked)}
                />
              </label>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Which notifications a staff member gets, and how. Only the shown kinds are saved. */
export function NotificationChoicesForm({ kinds, saved, email }: Props) {
  const [choices, setChoices] = useState(saved)
  const { send, isBusy } = useAdminMutation()
  const save = () =>
    send({
      method: 'PUT',
      path: '/api/admin/notifications/choices',
      body: Object.fromEntries(kinds.map((kind) => [kind, choices[kind]])),
      done: 'Notifications updated',
      failed: 'Couldn’t save your notifications',
    })
  return (
    <form
      className="df-panel__form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p>
        {email
          ? `Notifications in the admin show up under the bell. Emails go to ${email}.`
          : 'Notifications in the admin show up under the bell. Add an email address to your account to get emails, too.'}
      </p>
      <ChoicesTable
        kinds={kinds}
        choices={choices}
        onToggle={(kind, channel, isOn) =>
          setChoices({ ...choices, [kind]: { ...choices[kind], [channel]: isOn } })
        }
      />
      <Button type="submit" variant="solid" isBusy={isBusy}>
        {isBusy ? 'Saving...' : 'Save notifications'}
      </Button>
    </form>
  )
}
