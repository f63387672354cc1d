'use client'
import { useSyncExternalStore } from 'react'

import type { Role } from '@/access/roles'
import { Dialog } from '@/admin/form/dialog'
import { Switch } from '@/admin/form/fields'
import { screensFor } from '@/admin/shell/screens'

import { shortcutLetter, singleKeysSetting } from './shortcuts'

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
          <Keys keys={[main, 'K']} does="Search or jump to a page" />
        </dl>
        <Switch
          label="Single-key shortcuts on this device"
          checked={isOn}
          onChange={singleKeysSetting.set}
        />
        <dl aria-label="Single-key shortcuts" data-off={!isOn || undefined}>
          <Keys keys={['/']} does="Search this list" />
          <Keys keys={['n']} does="New item on this page" />
          <Keys keys={['?']} does="Show shortcuts" />
          {screensFor(role).map(({ label, href }) => {
            const letter = shortcutLetter(href)
            return letter ? <Keys key={href} keys={['g', letter]} does={label} /> : null
          })}
        </dl>
      </div>
    </Dialog>
  )
}
