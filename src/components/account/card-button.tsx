import type { ComponentProps } from 'react'

import { Button } from '@/ui/button'

export function CardButton(props: Omit<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  return <Button variant="ghost" size="sm" className="px-3!" {...props} />
}
