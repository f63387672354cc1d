import { mkdir } from 'node:fs/promises'

import { makePerson, type TestPerson } from '@tests/support/factories'
import { copiedBefore } from '@tests/support/imported-pictures'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { agreeAt, importNow, reportOf, resetConnections } from '@tests/support/service-connections'
import type { Payload } from 'payload'

import { getSyncJob } from '@/jobs/sync-jobs'
import { getContentPreview } from '@/modules/content/queries/get-content'
import { richTextToPlainText } from '@/modules/content/rules/rich-text'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { listMediaUses } from '@/modules/media/queries/media-usage'
import { env } from '@/platform/env'

import { fixtureMedia } from '../../../sandbox/instagram/fixtures'
import { emptyState } from '../../../sandbox/tiktok/state'

const { control, reset, callsTo, fault, clearFaults, moveClock } = useSandbox()
const posts = fixtureMedia()
const videos = emptyState().videos
const post = (place: number) => posts[place] as (typeof posts)[number]
const video = (place: number) => videos[place] as (typeof videos)[number]
const wholeImport = 150_000
let payload: Payload
let editor: TestPerson
beforeAll(async () => {
  payload = await getTestPayload()
  await mkdir(env.UPLOADS_DIR, { recursive: true })
  editor = await makePerson('editor')
})
beforeEach(async () => {
  await reset()
  await resetConnections()
  await payload.db.drizzle.execute(sql`delete from content`)
  const troubled = new Set([0, 1, 11, 12, 15, 16, 18, 23].map((place) => post(place).id))
  await copiedBefore([
    ...posts.flatMap((one) => [
      ...(troubled.has(one.id) ? [] : [`instagram:${one.id}`]),
      ...one.children.map(({ id }) => `instagram:${id}`),
    ]),
    ...videos.flatMap(({ id }, place) =>
      [0, 6, 8, 9, 16].includes(place) ? [] : [`tiktok:${id}`],
    ),
  ])
})

const pieceOf = async (sourceId: string) => {
  const {
    docs: [found],
  } = await payload.find({
    collection: 'content',
    where: { sourceId: { equals: sourceId } },
    depth: 0,
    trash: true,
  })
  return found ?? null
}
const articles = () =>
  rowsOf<{ id: number; title: string; status: string; source_id: string; slug: string }>(
    sql`select id, title, status::text, source_id, slug from content order by id`,
  )
const rowsBy = async (run: { id: number }) =>
  new Map((await reportOf(run)).map(({ key, ...row }) => [key, row]))

describe('Instagram import', () => {
  beforeEach(async () => {
    await agreeAt('instagram', editor)
  })

  it(
    'creates drafts from all 120 posts, reports each one, and creates nothing on a second import',
    async () => {
      const run = await importNow('/api/admin/instagram/import', editor)
      expect(run).toMatchObject({
        status: 'done',
        total: 120,
        done: 120,
        failed: 0,
        message: '119 reflections imported from Instagram (1 skipped).',
      })
      const made = await articles()
      expect([
        made.length,
        new Set(made.map(({ source_id }) => source_id)).size,
        new Set(made.map(({ slug }) => slug)).size,
      ]).toEqual([119, 119, 119])
      expect(made.every(({ status }) => status === 'draft')).toBe(true)
      const lists = (await callsTo('instagram')).filter(({ path }) => path.includes('/me/media'))
      expect(lists).toHaveLength(6)
      expect(await pieceOf(post(36).id)).toBeNull() // This post is hidden on Instagram.

      const rows = await rowsBy(run)
      const row = (place: number) => rows.get(post(place).id)
      expect(row(20)).toMatchObject({ result: 'skipped', message: 'This is an ad, not a post.' })
      expect(row(3)).toMatchObject({
        result: 'created',
        label: 'Instagram post, November 14, 2026',
      })
      expect(row(11)).toMatchObject({
        result: 'created',
        message: expect.stringMatching(/couldn’t be downloaded \(403\)/) as string,
      })
      expect(row(12)?.message).toMatch(/isn’t a standard https URL/)
      expect(row(15)?.message).toMatch(/larger than 10 MB/)
      expect(row(16)?.message).toMatch(/couldn’t be downloaded \(404\)/)
      expect(row(18)?.message).toBe('Missing image: Instagram didn’t provide an image.')
      expect(row(23)?.message).toMatch(/supported image/)
      expect([...rows.values()].filter(({ message }) => message).length).toBe(7)

      const [first, album, arabic, long] = [
        await pieceOf(post(0).id),
        await pieceOf(post(1).id),
        await pieceOf(post(8).id),
        await pieceOf(post(24).id),
      ]
      expect(first).toMatchObject({
        title: 'Ninety days ago I could not imagine a quiet morning. Today I had one.',
        contentType: 'reflection',
        source: 'instagram',
        sourceUrl: `https://www.instagram.com${post(0).permalink}`,
        tags: ['sobriety', 'recovery', 'dayfern'],
        publishedAt: null,
      })
      expect(richTextToPlainText(first?.body)).not.toContain('#')
      const gallery = (album?.body?.root.children ?? []).filter(
        ({ type }) => type === 'upload',
      ) as unknown as { value: number }[]
      expect([album?.featuredImage ? 1 : 0, gallery.length]).toEqual([
        1,
        post(1).children.length - 1,
      ])
      const shown = (await getContentPreview(payload, album?.id ?? 0))?.article
      expect(
        Object.keys(shown?.bodyPictures ?? {})
          .map(Number)
          .sort(),
      ).toEqual(gallery.map(({ value }) => value).sort())
      expect(await listMediaUses(payload.db, gallery[0]?.value ?? 0)).toEqual([
        expect.objectContaining({ kind: 'content', id: album?.id }),
      ])
      expect(arabic).toMatchObject({
        title: '🌿🌿 يوم واحد في كل مرة',
        tags: ['تعافي', 'genesung'],
        slug: 'instagram-2026-11-04',
      })
      expect(long?.title.length).toBeLessThanOrEqual(80)
      expect(richTextToPlainText(long?.body)).toContain("<script>alert('caption')</script>")

      const before = await articles()
      const again = await importNow('/api/admin/instagram/import', editor)
      expect(again.message).toMatch(
        /^0 reflections imported from Instagram \(119 already imported, 1 skipped\)\.$/,
      )
      expect(await articles()).toEqual(before)
    },
    wholeImport,
  )

  it('publishes reflections with the date of their post on request', async () => {
    for (const { id } of posts.slice(2)) await control('instagram', 'DELETE', `/media/${id}`)
    expect(
      (await importNow('/api/admin/instagram/import', editor, { status: 'published' })).counts
        .created,
    ).toBe(2)
    expect(await pieceOf(post(0).id)).toMatchObject({
      status: 'published',
      publishedAt: new Date(post(0).at).toISOString(),
    })
    const listed = await call<{ title: string }[]>('GET', '/api/content?type=reflection')
    expect(listed.body).toHaveLength(2)
  })

  it('names a post without text after its day in the shop’s time zone', async () => {
    for (const { id } of posts) await control('instagram', 'DELETE', `/media/${id}`)
    // In New York it's still the evening before.
    const moment = new Date()
    moment.setUTCHours(24 + 3, 0, 0, 0)
    const dayOf = (timeZone: string) =>
      moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone })
    expect(dayOf(env.SHOP_TIME_ZONE)).not.toBe(dayOf('UTC'))
    await moveClock(moment.getTime() - Date.now())
    await control('instagram', 'POST', '/media', { caption: null })
    const run = await importNow('/api/admin/instagram/import', editor, { preview: true })
    expect((await reportOf(run)).map(({ label }) => label)).toEqual([
      `Instagram post, ${dayOf(env.SHOP_TIME_ZONE)}`,
    ])
  })

  it('gives a reflection no URL that redirects to another article', async () => {
    for (const { id } of posts.slice(1)) await control('instagram', 'DELETE', `/media/${id}`)
    const title = 'Ninety days ago I could not imagine a quiet morning. Today I had one.'
    const article = await payload.create({
      collection: 'content',
      data: { title, slug: '', contentType: 'reflection', status: 'published' },
    })
    await payload.update({ collection: 'content', id: article.id, data: { slug: 'moved' } })
    expect((await importNow('/api/admin/instagram/import', editor)).counts.created).toBe(1)
    const slug = (await pieceOf(post(0).id))?.slug
    expect(slug?.startsWith(`${article.slug}-`)).toBe(true)
  })

  it('gives a reflection called “Today” a URL that isn’t the one of the reflection of the day', async () => {
    for (const { id } of posts) await control('instagram', 'DELETE', `/media/${id}`)
    await control('instagram', 'POST', '/media', { caption: 'Today\n\nOne quiet morning.' })
    expect((await importNow('/api/admin/instagram/import', editor)).counts.created).toBe(1)
    expect(await articles()).toEqual([
      expect.objectContaining({
        title: 'Today',
        slug: expect.stringMatching(/^today-./) as string,
      }),
    ])
  })

  it('saves nothing in a preview and keeps what staff changed or deleted', async () => {
    for (const { id } of posts.slice(3)) await control('instagram', 'DELETE', `/media/${id}`)
    expect(await importNow('/api/admin/instagram/import', editor, { preview: true })).toMatchObject(
      { isPreview: true, message: '3 reflections would be imported from Instagram.' },
    )
    expect(await articles()).toEqual([])
    await importNow('/api/admin/instagram/import', editor)
    const [changed, gone] = [await pieceOf(post(0).id), await pieceOf(post(2).id)]
    await payload.update({
      collection: 'content',
      id: changed?.id ?? 0,
      data: { title: 'In our own words', featuredImage: null },
    })
    await payload.db.drizzle.execute(
      sql`update content set deleted_at = now() where id = ${gone?.id ?? 0}`,
    )
    const run = await importNow('/api/admin/instagram/import', editor)
    expect(run.counts).toMatchObject({ created: 0, updated: 0, unchanged: 2, skipped: 1 })
    expect(await pieceOf(post(0).id)).toMatchObject({
      title: 'In our own words',
      featuredImage: null,
    })
  })

  it('requests expired image links again and adds a missing image on the next import', async () => {
    for (const { id } of [...posts.slice(0, 4), ...posts.slice(5)])
      await control('instagram', 'DELETE', `/media/${id}`)
    const one = post(4)
    await payload.db.drizzle.execute(
      sql`delete from media where source_key like ${`instagram:${one.id}%`}`,
    )
    await fault({
      provider: 'instagram',
      match: { path: '/pictures/' },
      fault: 'status',
      status: 403,
      times: 1,
    })
    const run = await importNow('/api/admin/instagram/import', editor)
    expect((await rowsBy(run)).get(one.id)).toMatchObject({ result: 'created', message: null })
    expect((await pieceOf(one.id))?.featuredImage).toEqual(expect.any(Number))
    expect((await callsTo('instagram')).some(({ path }) => path.includes(`/${one.id}?`))).toBe(true)

    await payload.db.drizzle.execute(sql`delete from content`)
    await payload.db.drizzle.execute(
      sql`delete from media where source_key like ${`instagram:${one.id}%`}`,
    )
    await fault({
      provider: 'instagram',
      match: { path: '/pictures/' },
      fault: 'status',
      status: 403,
      times: 2,
    })
    await importNow('/api/admin/instagram/import', editor)
    expect((await pieceOf(one.id))?.featuredImage ?? null).toBeNull()
    expect((await importNow('/api/admin/instagram/import', editor)).counts).toMatchObject({
      created: 0,
      updated: 1,
    })
    expect((await pieceOf(one.id))?.featuredImage).toEqual(expect.any(Number))
  })

  it('adds a missing album image on the next import', async () => {
    for (const { id } of [...posts.slice(0, 1), ...posts.slice(2)])
      await control('instagram', 'DELETE', `/media/${id}`)
    const [album, missing] = [post(1), post(1).children[1]]
    const galleryOf = async () =>
      ((await pieceOf(album.id))?.body?.root.children ?? []).flatMap((node) =>
        node.type === 'upload' ? [(node as unknown as { value: number }).value] : [],
      )
    const forget = () =>
      payload.db.drizzle.execute(
        sql`delete from media where source_key = ${`instagram:${missing?.id ?? ''}`}`,
      )
    const broken = () =>
      fault({
        provider: 'instagram',
        match: { path: `/pictures/${missing?.file ?? ''}` },
        fault: 'status',
        status: 404,
        times: 100,
      })
    await forget()
    await broken()
    expect(
      (await rowsBy(await importNow('/api/admin/instagram/import', editor))).get(album.id),
    ).toMatchObject({ result: 'created', message: expect.stringMatching(/404/) as string })
    expect(await galleryOf()).toHaveLength(album.children.length - 2)
    expect((await importNow('/api/admin/instagram/import', editor)).counts).toMatchObject({
      updated: 0,
      unchanged: 1,
    })
    await clearFaults()
    expect((await importNow('/api/admin/instagram/import', editor)).counts).toMatchObject({
      updated: 1,
      unchanged: 0,
    })
    expect(await galleryOf()).toHaveLength(album.children.length - 1)
    expect((await importNow('/api/admin/instagram/import', editor)).counts).toMatchObject({
      updated: 0,
      unchanged: 1,
    })
  })

  it('adds missing album images one by one as they become available', async () => {
    for (const { id } of [...posts.slice(0, 1), ...posts.slice(2)])
      await control('instagram', 'DELETE', `/media/${id}`)
    const album = post(1)
    const [first, second] = album.children
      .slice(0, 2)
      .map(({ id, file }) => ({ key: `instagram:${id}`, path: `/pictures/${file}` }))
    const pictures = async () =>
      ((await pieceOf(album.id))?.body?.root.children ?? []).filter(({ type }) => type === 'upload')
        .length + 1
    for (const missing of [first, second]) {
      await payload.db.drizzle.execute(
        sql`delete from media where source_key = ${missing?.key ?? ''}`,
      )
      await fault({
        provider: 'instagram',
        match: { path: missing?.path },
        fault: 'status',
        status: 404,
        times: 100,
      })
    }
    const seen: number[] = []
    for (const still of [[first, second], [second], []]) {
      await clearFaults()
      for (const missing of still)
        await fault({
          provider: 'instagram',
          match: { path: missing?.path },
          fault: 'status',
          status: 404,
          times: 100,
        })
      await importNow('/api/admin/instagram/import', editor)
      seen.push(await pictures())
    }
    expect(seen).toEqual([
      album.children.length - 2,
      album.children.length - 1,
      album.children.length,
    ])
  })

  it('pauses at 80% of the rate limit before Instagram throttles it', async () => {
    await control('instagram', 'POST', '/settings', { callsPerHour: 5 })
    const { run } = (
      await call<{ run: SyncRunView }>('POST', '/api/admin/instagram/import', {
        as: editor,
        body: { wait: 0, preview: true },
      })
    ).body
    await runWaitingJobs()
    expect(
      (await call('GET', `/api/admin/sync-runs/${run.id}`, { as: editor })).body,
    ).toMatchObject({
      status: 'running',
      message: expect.stringMatching(
        /^Instagram asked us to slow down\. Next try at \d{1,2}:\d{2} [AP]M\.$/,
      ) as string,
      done: 68,
    })
    await control('instagram', 'POST', '/settings', { callsPerHour: 4800 })
    await runWaitingJobs()
    expect(
      (await call('GET', `/api/admin/sync-runs/${run.id}`, { as: editor })).body,
    ).toMatchObject({ status: 'done', done: 120 })
    expect(
      (await callsTo('instagram')).every(({ status }) => status === 200 || status === 302),
    ).toBe(true)
  })

  it(
    'pauses when throttled and continues where it stopped',
    async () => {
      await fault({
        provider: 'instagram',
        match: { path: '/v26.0/me/media' },
        fault: 'status',
        status: 429,
        times: 1,
      })
      const { run } = (
        await call<{ run: SyncRunView }>('POST', '/api/admin/instagram/import', {
          as: editor,
          body: { wait: 0 },
        })
      ).body
      await runWaitingJobs()
      expect(
        (await call('GET', `/api/admin/sync-runs/${run.id}`, { as: editor })).body,
      ).toMatchObject({
        status: 'running',
        message: expect.stringMatching(
          /^Instagram asked us to slow down\. Next try at \d{1,2}:\d{2} [AP]M\.$/,
        ) as string,
      })
      await clearFaults()
      await runWaitingJobs()
      expect(
        (await call('GET', `/api/admin/sync-runs/${run.id}`, { as: editor })).body,
      ).toMatchObject({ status: 'done', done: 120 })
    },
    wholeImport,
  )

  it('creates nothing twice from repeated pages and does not follow links in a response', async () => {
    const page = {
      data: [
        {
          id: '17800000000000001',
          caption: 'Once',
          media_type: 'IMAGE',
          permalink: 'https://www.instagram.com/p/x/',
          timestamp: '2026-11-01T10:00:00+0000',
        },
      ],
      paging: { cursors: { after: 'same' }, next: 'http://evil.invalid/steal' },
    }
    await fault({
      provider: 'instagram',
      match: { path: '/v26.0/me/media' },
      fault: 'status',
      status: 200,
      body: page,
      times: 30,
    })
    const run = await importNow('/api/admin/instagram/import', editor)
    expect(run).toMatchObject({
      status: 'done',
      counts: expect.objectContaining({ created: 1 }) as object,
    })
    expect(await articles()).toHaveLength(1)
  })

  it(
    'creates nothing twice after a crash and fails with a message when the token ends',
    async () => {
      const { run } = (
        await call<{ run: SyncRunView }>('POST', '/api/admin/instagram/import', {
          as: editor,
          body: { wait: 0 },
        })
      ).body
      const work = await getSyncJob(payload, {
        ...run,
        options: {},
        cursor: null,
        requestedBy: editor.user.id,
      })
      for (const item of (await work.page(null)).items.slice(2, 8)) await work.each(item)
      expect(await articles()).toHaveLength(6)
      await runWaitingJobs()
      expect(await articles()).toHaveLength(119)
      await control('instagram', 'POST', '/tokens/end', { subcode: 460 })
      const failed = await importNow('/api/admin/instagram/import', editor)
      expect(failed).toMatchObject({
        status: 'failed',
        message: 'Instagram no longer accepts our sign-in. Sign in again.',
      })
    },
    wholeImport,
  )
})

describe('TikTok import', () => {
  beforeEach(async () => {
    await agreeAt('tiktok', editor)
  })

  it(
    'creates reflections from all 90 videos that link to the video without embedding it',
    async () => {
      const run = await importNow('/api/admin/tiktok/import', editor, { status: 'published' })
      expect(run).toMatchObject({
        status: 'done',
        total: 90,
        done: 90,
        message: '90 reflections imported from TikTok.',
      })
      expect(
        (await callsTo('tiktok'))
          .filter(({ path }) => path.includes('/v2/video/list'))
          .map(({ body }) => (body as { max_count: number }).max_count),
      ).toEqual([20, 20, 20, 20, 20])
      const rows = await rowsBy(run)
      const row = (place: number) => rows.get(video(place).id)
      expect(row(3)?.label).toMatch(/^TikTok post, November \d+, 2026$/)
      expect(row(6)?.message).toMatch(/isn’t a standard https URL/)
      expect(row(8)?.message).toMatch(/larger than 10 MB/)
      expect(row(9)?.message).toMatch(/\(404\)/)
      expect(row(16)?.message).toBe('Missing image: TikTok didn’t provide an image.')
      const first = await pieceOf(video(0).id)
      expect(first).toMatchObject({
        title: 'Ninety days',
        status: 'published',
        tags: ['sober', 'recovery', 'dayfern'],
        sourceUrl: `https://www.tiktok.com/@dayfern.shop/video/${video(0).id}`,
        featuredImage: expect.any(Number) as number,
      })
      expect(first?.publishedAt).toBe(new Date(Math.floor(video(0).at / 1000) * 1000).toISOString())
      const body = await call<{ content?: string; body?: string }>(
        'GET',
        `/api/content/${first?.slug ?? ''}`,
      )
      expect(JSON.stringify(body.body)).toContain(
        `href=\\"https://www.tiktok.com/@dayfern.shop/video/${video(0).id}\\"`,
      )
      expect(JSON.stringify(body.body)).not.toMatch(/iframe|embed|utm_/)
      expect((await importNow('/api/admin/tiktok/import', editor)).counts.created).toBe(0)
      expect(await articles()).toHaveLength(90)
    },
    wholeImport,
  )

  it('continues after a request with an expired token fails once', async () => {
    await control('tiktok', 'POST', '/settings', { coverLifeMs: 60_000 })
    const { run } = (
      await call<{ run: SyncRunView }>('POST', '/api/admin/tiktok/import', {
        as: editor,
        body: { wait: 0, preview: true },
      })
    ).body
    await fault({
      provider: 'tiktok',
      match: { path: '/v2/video/list' },
      fault: 'status',
      status: 401,
      times: 1,
    })
    await runWaitingJobs()
    expect(
      (await call('GET', `/api/admin/sync-runs/${run.id}`, { as: editor })).body,
    ).toMatchObject({ status: 'done', done: 90 })
  })

  it('pauses at the limit of calls per minute and continues later', async () => {
    await control('tiktok', 'POST', '/settings', { callsPerMinute: 2 })
    const { run } = (
      await call<{ run: SyncRunView }>('POST', '/api/admin/tiktok/import', {
        as: editor,
        body: { wait: 0, preview: true },
      })
    ).body
    await runWaitingJobs()
    expect(
      (await call('GET', `/api/admin/sync-runs/${run.id}`, { as: editor })).body,
    ).toMatchObject({
      status: 'running',
      message: expect.stringMatching(/^TikTok asked us to slow down\. Next try at/) as string,
      done: 40,
    })
    await control('tiktok', 'POST', '/settings', { callsPerMinute: 600 })
    await runWaitingJobs()
    expect(
      (await call('GET', `/api/admin/sync-runs/${run.id}`, { as: editor })).body,
    ).toMatchObject({ status: 'done', done: 90 })
  })
})
