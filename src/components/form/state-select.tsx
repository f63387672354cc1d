import type { ComponentProps } from 'react'

import { usRegions } from '@/platform/us/regions'
import { SelectField } from '@/ui/form-fields'

/** All states, DC, the territories, and military addresses. */
export function StateSelect(props: Omit<ComponentProps<typeof SelectField>, 'children'>) {
  return (
    <SelectField {...props}>
      <option value="">Choose</option>
      {usRegions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
