import { getTestPayload, sql } from './payload'

/** Inserts media rows as if an earlier import had copied these images, because processing hundreds is slow. */
export async function copiedBefore(sourceKeys: readonly string[]): Promise<void> {
  const payload = await getTestPayload()
  await payload.db.drizzle.execute(sql`
    insert into media (source_key, base_name, filename, mime_type, widths, width, height, color)
    select key, 'copied-' || md5(key), 'copied-' || md5(key) || '-320.webp', 'image/webp', '[320]'::jsonb, 320, 320, '#335544'
    from jsonb_array_elements_text(${JSON.stringify(sourceKeys)}::jsonb) as key on conflict (source_key) do nothing`)
}
