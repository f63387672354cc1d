'use client'
import { useSyncExternalStore } from 'react'
import type { Role } from '../../domain/roles'
import { Dialog } from '../parts/dialog'
import { Switch } from '../parts/fields'
import { letterOf, screensFor, singleKeys } from './shortcuts'

const Keys = ({ keys, does }: { keys: string[]; does: string }) => (
  <div><dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{does}</dd></div>
)

export const useSingleKeys = (): boolean => useSyncExternalStore(singleKeys.subscribe, singleKeys.get, () => true)

/** Every key of the panel, and the switch for the single ones. */
export const KeysHelp = ({ role, main, onClose }: { role: Role; main: string; onClose: () => void }) => {
  const isOn = useSingleKeys()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="df-keys-help">
        <dl>
          <Keys keys={[main, 'K']} does="Search and go anywhere" />
        </dl>
        <Switch label="Single keys, on this device" checked={isOn} onChange={singleKeys.set} />
        <dl aria-label="Single keys" data-off={!isOn || undefined}>
          <Keys keys={['/']} does="To the search of a list" />
          <Keys keys={['n']} does="Something new on this screen" />
          <Keys keys={['?']} does="This list" />
          {screensFor(role).map(({ label, href }) => {
            const letter = letterOf(href)
            return letter ? <Keys key={href} keys={['g', letter]} does={label} /> : null
          })}
        </dl>
      </div>
    </Dialog>
  )
}
