import * as initial from './20261121_090000_initial'
import * as rules from './20261121_090100_rules'
import * as accounts from './20261121_161153_accounts'
import * as accountRules from './20261121_161200_account_rules'

export const migrations = [
  { up: initial.up, down: initial.down, name: '20261121_090000_initial' },
  { up: rules.up, down: rules.down, name: '20261121_090100_rules' },
  { up: accounts.up, down: accounts.down, name: '20261121_161153_accounts' },
  { up: accountRules.up, down: accountRules.down, name: '20261121_161200_account_rules' },
]
