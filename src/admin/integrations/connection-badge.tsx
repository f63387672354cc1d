import type { ConnectionState } from '@/modules/integrations/queries/connections'
import { Badge, type BadgeTone } from '@/ui/badge'

const states: Record<ConnectionState, { tone: BadgeTone; label: string }> = {
  keys: { tone: 'plain', label: 'Not connected' },
  off: { tone: 'plain', label: 'Disconnected' },
  'sign-in': { tone: 'warn', label: 'Sign-in needed' },
  expired: { tone: 'bad', label: 'Sign-in expired' },
  connected: { tone: 'good', label: 'Connected' },
}
const failing = { tone: 'bad', label: 'Needs attention' } as const

/** The state of a connection, including whether the last call to the service failed. */
export function ConnectionBadge({
  state,
  lastError,
}: {
  state: ConnectionState
  lastError: string | null
}) {
  const { tone, label } = state === 'connected' && lastError ? failing : states[state]
  return <Badge tone={tone}>{label}</Badge>
}
