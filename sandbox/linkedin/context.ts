import type { Clock } from '../core/clock'
import type { SandboxEnv } from '../core/provider'
import type { Grant, LinkedInState } from './state'

export interface Settings {
  refreshTokens: boolean
  /** The oldest and the newest version that is served, as YYYYMM. */
  oldestVersion: number
  newestVersion: number
  /** How long an upload is processed before a post may use it. */
  assetMs: number
  postsPerDay: number
}
export const DEFAULT_SETTINGS: Settings = {
  refreshTokens: true,
  oldestVersion: 202_512,
  newestVersion: 202_611,
  assetMs: 200,
  postsPerDay: 150,
}

export interface ProviderContext {
  state: LinkedInState
  clock: Clock
  settings: Settings
  origin: () => string
  save: () => void
}

export interface LinkedInEnv extends SandboxEnv {
  Variables: { grant: Grant }
}

export const DAY_MS = 86_400_000
