import { getTestPayload, sql } from './payload'

/** Pictures that an earlier import copied already, so that a test of hundreds of things need not draw each of them. */
export async function copiedBefore(sourceKeys: readonly string[]): Promise<void> {
  const payload = await getTestPayload()
  await payload.db.drizzle.execute(sql`
    insert into media (source_key, base_name, filename, mime_type, widths, width, height, color)
    select key, 'copied-' || md5(key), 'copied-' || md5(key) || '-320.webp', 'image/webp', '[320]'::jsonb, 320, 320, '#335544'
    from jsonb_array_elements_text(${JSON.stringify(sourceKeys)}::jsonb) as key on conflict (source_key) do nothing`)
}
