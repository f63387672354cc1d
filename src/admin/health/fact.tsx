import type { ReactNode } from 'react'
import { Badge } from '../parts/badge'

/** One part of the shop and how it is; without `isWell` only what it is. */
export const Fact = ({ name, isWell, children }: { name: string; isWell?: boolean; children: ReactNode }) => (
  <div><dt>{name}</dt><dd>{isWell === undefined ? null : <Badge tone={isWell ? 'good' : 'bad'}>{isWell ? 'Well' : 'Look here'}</Badge>} {children}</dd></div>
)
