'use client'
import { useState } from 'react'

import type { PackageChoice } from '@/components/checkout/checkout-fields'
import {
  chooseSenderName,
  describePackage,
  giftLimits,
  type SenderNames,
} from '@/modules/checkout/rules/gift'
import { Checkbox, TextArea, TextField } from '@/ui/form-fields'
import { Icon } from '@/ui/icon'

import type { CheckoutFormState } from './use-checkout-form'

const GiftFields = ({
  choice,
  set,
}: {
  choice: PackageChoice
  set: (change: Partial<PackageChoice>) => void
}) => (
  <div className="grid gap-4.5 pl-9">
    <TextField
      label="Name on the label"
      name="giftRecipient"
      optional
      value={choice.recipient}
      maxLength={giftLimits.recipient}
      autoComplete="off"
      hint="If it’s for someone else. Enter their address above."
      onChange={(event) => set({ recipient: event.target.value })}
    />
    <TextArea
      label="Gift note"
      name="giftNote"
      optional
      value={choice.note}
      maxLength={giftLimits.note}
      rows={3}
      hint={`Printed and packed with your order. Up to ${giftLimits.note} characters.`}
      onChange={(event) => set({ note: event.target.value })}
    />
  </div>
)

const PackageFacts = ({ facts }: { facts: ReturnType<typeof describePackage> }) => (
  <section aria-label="What your package will show" className="grid gap-2 text-small">
    <p className="font-semibold">What your package will show</p>
    <dl className="grid gap-2">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt className="text-ink-mute">{name}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Gifts and plain packages, and what the package will show. Closed until the buyer opens it or has chosen something. */
export function PackageOptions({
  access: { form, change },
  senderNames,
}: {
  access: CheckoutFormState
  senderNames: SenderNames
}) {
  const { package: choice, fields } = form
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const set = (part: Partial<PackageChoice>): void => change({ package: { ...choice, ...part } })
  const recipient =
    (choice.isGift && choice.recipient.trim()) || `${fields.firstName} ${fields.lastName}`.trim()
  const facts = describePackage(
    {
      ...choice,
      note: choice.note.trim() || null,
      senderName: chooseSenderName(senderNames, choice.isPlain),
    },
    recipient,
    fields.stateCode,
  )
  return (
    <details
      className="group border-t border-line pt-4.5"
      open={isOpen ?? (choice.isGift || choice.isPlain)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        Gift and packaging options
        <Icon
          name="down"
          className="size-4.5 transition-transform duration-200 group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-4.5 pt-3">
        <Checkbox
          label={
            <>
              This is a gift{' '}
              <span className="text-ink-mute">(we’ll ask our printer to leave prices off)</span>
            </>
          }
          name="isGift"
          checked={choice.isGift}
          onChange={(event) => set({ isGift: event.target.checked })}
        />
        {choice.isGift ? <GiftFields choice={choice} set={set} /> : null}
        <Checkbox
          label="Nothing about recovery on the outside"
          name="isPlain"
          checked={choice.isPlain}
          onChange={(event) => set({ isPlain: event.target.checked })}
        />
        <PackageFacts facts={facts} />
      </div>
    </details>
  )
}
