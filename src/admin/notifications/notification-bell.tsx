'use client'
import { Bell } from 'lucide-react'
import { useId, useState } from 'react'

import { PanelLink } from '@/admin/form/button'
import { useDisclosure } from '@/admin/shell/use-disclosure'
import type { NotificationList, NotificationView } from '@/modules/notifications/schemas'
import { api } from '@/platform/http/api-client'

import { useNotifications } from './use-notifications'

const labelFor = (unread: number): string =>
  unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`

const formatTime = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })

type EntryProps = { entry: NotificationView; timeZone: string; onOpen: () => void }

const Entry = ({ entry, timeZone, onOpen }: EntryProps) => (
  <li className={entry.isUnread ? 'is-unread' : undefined}>
    <PanelLink href={entry.path} onClick={onOpen}>
      <b>
        {entry.title}
        {entry.isUnread ? <span className="df-hidden"> (unread)</span> : null}
      </b>
      <span>{entry.text}</span>
      <time dateTime={entry.createdAt}>{formatTime(entry.createdAt, timeZone)}</time>
    </PanelLink>
  </li>
)

const List = ({
  list: { notifications, unreadCount },
  timeZone,
  hasFailed,
  onRead,
  onOpen,
}: {
  list: NotificationList
  timeZone: string
  hasFailed: boolean
  onRead: () => void
  onOpen: () => void
}) => (
  <>
    <div className="df-bell__head">
      <h2>Notifications</h2>
      {unreadCount > 0 ? (
        <button type="button" className="df-text-button" onClick={onRead}>
          Mark all as read
        </button>
      ) : null}
    </div>
    {hasFailed ? (
      <p role="alert">Couldn’t mark these as read. Check your connection and try again.</p>
    ) : null}
    {notifications.length === 0 ? (
      <p>No notifications yet. New orders, messages, and problems will show up here.</p>
    ) : (
      <ul>
        {notifications.map((entry) => (
          <Entry key={entry.id} entry={entry} timeZone={timeZone} onOpen={onOpen} />
        ))}
      </ul>
    )}
    <p className="df-bell__foot">
      <PanelLink href="/admin/account" className="df-quiet-link" onClick={onOpen}>
        Choose your notifications
      </PanelLink>
    </p>
  </>
)

const Count = ({ of }: { of: number }) =>
  of > 0 ? (
    <span aria-hidden className="df-bell__count">
      {of > 99 ? '99+' : of}
    </span>
  ) : null

/**
 * The bell of the header and its list, a disclosure: it closes on Escape, an outside press, blur, or a choice. The list
 * comes with the page, so that opening it waits for nothing.
 */
export function NotificationBell({
  initial,
  timeZone,
}: {
  initial: NotificationList
  /** The shop's, in which the admin shows times. */
  timeZone: string
}) {
  const [list, setList] = useNotifications(initial)
  const [hasFailed, setHasFailed] = useState(false)
  const { isOpen, setIsOpen, root, button, onKeyDown, onBlur } = useDisclosure()
  const id = useId()
  const read = async (): Promise<void> => {
    const until = list.notifications[0]?.createdAt
    if (!until) return
    // The button that was pressed goes away.
    button.current?.focus()
    try {
      setList(await api<NotificationList>('POST', '/api/admin/notifications/read', { until }))
      setHasFailed(false)
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <div ref={root} className="df-bell" role="presentation" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="df-icon-button"
        aria-label={labelFor(list.unreadCount)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Bell aria-hidden size={21} strokeWidth={1.6} />
        <Count of={list.unreadCount} />
      </button>
      <section id={id} className="df-bell__list" aria-label="Notifications" hidden={!isOpen}>
        {/* Only in the browser: its times may be written differently on the server. */}
        {isOpen ? (
          <List
            list={list}
            timeZone={timeZone}
            hasFailed={hasFailed}
            onRead={() => void read()}
            onOpen={() => setIsOpen(false)}
          />
        ) : null}
      </section>
    </div>
  )
}
