import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { cacheTags, revalidateTags } from '@/platform/cache-tags'

import { newProductInterval } from './rules/product'

/** A little longer than the pause between two runs of the job. */
const lookBackHours = 25

/** Kept pages say 'New' of what was new when they were drawn: they are drawn anew once something has stopped being it. */
export async function refreshNewBadges(payload: Payload): Promise<void> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select 1 from products where is_active and deleted_at is null
      and created_at between now() - ${newProductInterval}::interval - make_interval(hours => ${lookBackHours}) and now() - ${newProductInterval}::interval limit 1`)
  if (rows.length > 0) await revalidateTags({ payload }, [cacheTags.products])
}
