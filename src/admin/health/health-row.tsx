import type { ReactNode } from 'react'

import { Fact } from '@/admin/shell/fact'
import { Badge } from '@/ui/badge'

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
        <Badge tone={isWell ? 'good' : 'bad'}>{isWell ? 'OK' : 'Needs attention'}</Badge>
      )}{' '}
      {children}
    </Fact>
  )
}
