import * as initial from './20261121_090000_initial'
import * as rules from './20261121_090100_rules'

export const migrations = [
  { up: initial.up, down: initial.down, name: '20261121_090000_initial' },
  { up: rules.up, down: rules.down, name: '20261121_090100_rules' },
]
