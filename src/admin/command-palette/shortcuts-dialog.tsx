'use client'
import { useSyncExternalStore } from 'react'

import type { Role } from '@/access/roles'
import { Dialog } from '@/admin/form/dialog'
import { Switch } from '@/admin/form/fields'

import { screensFor, shortcutLetter, singleKeysSetting } from './shortcuts'

const Keys = ({ keys, does }: { keys: string[]; does: string }) => (
  <div>
    <dt>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{does}</dd>
  </div>
)

function useSingleKeyShortcuts(): boolean {
  return useSyncExternalStore(singleKeysSetting.subscribe, singleKeysSetting.get, () => true)
}

export function ShortcutsDialog({
  role,
  main,
  onClose,
}: {
  role: Role
  main: string
  onClose: () => void
}) {
  const isOn = useSingleKeyShortcuts()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="df-keys-help">
        <dl>
          <Keys keys={[main, 'K']} does="Search and go anywhere" />
        </dl>
        <Switch
          label="Single keys, on this device"
          checked={isOn}
          onChange={singleKeysSetting.set}
        />
        <dl aria-label="Single keys" data-off={!isOn || undefined}>
          <Keys keys={['/']} does="To the search of a list" />
          <Keys keys={['n']} does="Something new on this screen" />
          <Keys keys={['?']} does="This list" />
          {screensFor(role).map(({ label, href }) => {
            const letter = shortcutLetter(href)
            return letter ? <Keys key={href} keys={['g', letter]} does={label} /> : null
          })}
        </dl>
      </div>
    </Dialog>
  )
}
