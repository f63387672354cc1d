'use client'
import { useChoice } from './choice'
import { SizeRows } from './size-rows'

/** The sizes of the product in hand, with the chosen one marked. */
export const SizeTable = ({ rows }: { rows: { size: string; chest: string; length: string }[] }) => <SizeRows rows={rows} chosen={useChoice().size} />
