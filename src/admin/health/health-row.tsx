import type { ReactNode } from 'react'

import { Badge } from '@/admin/list/badge'
import { Fact } from '@/admin/shell/fact'

export function HealthRow({
  name,
  isWell,
  children,
}: {
  name: string
  isWell?: boolean
  children: ReactNode
}) {
  return (
    <Fact name={name}>
      {isWell === undefined ? null : (
        <Badge tone={isWell ? 'good' : 'bad'}>{isWell ? 'Well' : 'Look here'}</Badge>
      )}{' '}
      {children}
    </Fact>
  )
}
