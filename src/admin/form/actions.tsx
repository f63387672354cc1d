'use client'
import { type ComponentProps, type ReactNode, useState } from 'react'

import { Button, IconButton, passFocusOn } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { type AdminRequest, useAdminMutation } from './use-admin-mutation'

type Trigger = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'small' | 'icon' | 'disabled' | 'title'
> & {
  /** The accessible name, if the button's text does not name its subject. */
  label?: string
}

/** A button that sends one request. */
export function ActionButton({
  request,
  label,
  busyText,
  children,
  ...button
}: Trigger & { request: AdminRequest; busyText?: string; children: ReactNode }) {
  const { send, isBusy } = useAdminMutation()
  return (
    <Button
      {...button}
      ref={passFocusOn}
      aria-label={label}
      isBusy={isBusy}
      onClick={() => void send(request)}
    >
      {isBusy && busyText ? busyText : children}
    </Button>
  )
}

type ConfirmProps = Trigger & {
  /** The text of the button; an icon button has none. */
  text?: string
  question: string
  /** The verb of the confirming button. */
  verb: string
  request: AdminRequest
  onOpen?: () => void
  onDone?: () => void
  children: ReactNode
}

/** A button that asks before it sends one request. The dialog stays open when the request fails. */
export function ConfirmAction({
  text,
  question,
  verb,
  request,
  onOpen,
  onDone,
  label,
  icon,
  children,
  ...button
}: ConfirmProps) {
  const { send, isBusy } = useAdminMutation()
  const [isConfirming, setIsConfirming] = useState(false)
  const open = (): void => {
    onOpen?.()
    setIsConfirming(true)
  }
  const confirm = async (): Promise<void> => {
    if (!(await send(request))) return
    setIsConfirming(false)
    onDone?.()
  }
  return (
    <>
      {icon && !text ? (
        <IconButton
          ref={passFocusOn}
          icon={icon}
          label={label ?? verb}
          title={button.title}
          onClick={open}
        />
      ) : (
        <Button ref={passFocusOn} small icon={icon} {...button} aria-label={label} onClick={open}>
          {text}
        </Button>
      )}
      {isConfirming ? (
        <ConfirmDialog
          question={question}
          verb={verb}
          isBusy={isBusy}
          onCancel={() => setIsConfirming(false)}
          onConfirm={confirm}
        >
          {children}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
