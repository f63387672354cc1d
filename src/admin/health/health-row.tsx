import type { ReactNode } from 'react'

import { Fact } from '@/admin/shell/fact'
import { Badge } from '@/ui/badge'

export function HealthRow({
  name,
  isHealthy,
  children,
}: {
  name: string
  isHealthy?: boolean
  children: ReactNode
}) {
  return (
    <Fact name={name}>
      {isHealthy === undefined ? null : (
        <Badge tone={isHealthy ? 'good' : 'bad'}>{isHealthy ? 'OK' : 'Needs attention'}</Badge>
      )}{' '}
      {children}
    </Fact>
  )
}
