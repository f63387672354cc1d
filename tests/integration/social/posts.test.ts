import { sql } from '@payloadcms/db-postgres'
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { type PostBody, uploadPicture, useNetworks } from '@tests/support/social-networks'

import type { Role } from '@/access/roles'
import { runJob } from '@/jobs/tasks'
import { publishScheduledContent } from '@/modules/content/jobs'
import { countToDo } from '@/modules/shop/queries/to-do'
import { collectSocialMetrics } from '@/modules/social/actions/collect-metrics'
import { socialNetworkFor } from '@/modules/social/actions/network-session'
import { processDuePosts } from '@/modules/social/jobs'
import { socialPlatforms } from '@/modules/social/rules/social-post'
import { env } from '@/platform/env'
import { createSocialNetwork } from '@/providers'

const sandbox = useSandbox()
let users: Record<Role, TestPerson>
const networks = useNetworks(sandbox, () => users.editor)
beforeAll(async () => {
  await getTestPayload()
  users = {
    customer: await makePerson('customer'),
    editor: await makePerson('editor'),
    admin: await makePerson('admin'),
    super_admin: await makePerson('super_admin'),
  }
})
beforeEach(async () => {
  await rowsOf(sql`truncate rate_limits`)
})

let count = 0
const create = (body: Record<string, unknown> = {}, as: TestPerson | null = users.editor) =>
  call<PostBody>('POST', '/api/admin/social/posts', {
    as,
    body: { postText: `Post number ${(count += 1)}`, platforms: ['twitter'], ...body },
  })
const change = (id: number, body: unknown, as = users.editor) =>
  call<PostBody>('PUT', `/api/admin/social/posts/${id}`, { as, body })
const list = async (query: string) =>
  (await call<PostBody[]>('GET', `/api/admin/social/posts?${query}`, { as: users.editor })).body
const later = '2099-05-06T14:30:00.000Z'
const makeContent = async (body: Record<string, unknown> = {}) =>
  (
    await call<{ id: number; slug: string }>('POST', '/api/admin/content', {
      as: users.editor,
      body: {
        title: `Content item ${(count += 1)}`,
        contentType: 'reflection',
        excerpt: 'Few words.',
        status: 'published',
        ...body,
      },
    })
  ).body

describe('social post', () => {
  it('has all fields, and its hashtags are split at commas without # and empty ones', async () => {
    const { status, body } = await create({
      hashtags: ' #calm, , morning',
      platforms: ['linkedin', 'facebook'],
    })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        hashtags: ['calm', 'morning'],
        platforms: ['facebook', 'linkedin'],
        status: 'draft',
        scheduledFor: null,
        contentId: null,
        deliveries: [],
      }),
    ])
    expect((await change(body.id, { hashtags: [], postText: 'Other words' })).body).toMatchObject({
      hashtags: [],
      postText: 'Other words',
      status: 'draft',
    })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no text', { postText: '  ' }, 'postText'],
    ['no network', { platforms: [] }, 'platforms'],
    ['an unknown network', { platforms: ['myspace'] }, 'platforms.0'],
    ['a schedule without a date', { status: 'scheduled' }, 'scheduledFor'],
    [
      'a date in the past',
      { status: 'scheduled', scheduledFor: '2020-01-01T00:00:00Z' },
      'scheduledFor',
    ],
    ['a missing content item', { contentId: 999_999 }, 'contentId'],
    ['a missing product', { productId: 999_999 }, 'productId'],
    ['a missing image', { mediaIds: [999_999] }, 'mediaIds'],
    [
      'a scheduled text that is too long for X',
      { postText: 'a'.repeat(281), status: 'scheduled', scheduledFor: later },
      'platforms',
    ],
    [
      'no image for Instagram when publishing now',
      { platforms: ['instagram'], status: 'published' },
      'platforms',
    ],
    ['a status that users cannot set', { status: 'sending' }, 'status'],
  ])('with %s is rejected, and nothing is saved or queued', async (_, wrong, field) => {
    const before = await rowsOf(
      sql`select (select count(*) from social_posts) as posts, (select count(*) from graphile_worker._private_jobs) as jobs`,
    )
    const { status, body } = await create(wrong)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect(
      await rowsOf(
        sql`select (select count(*) from social_posts) as posts, (select count(*) from graphile_worker._private_jobs) as jobs`,
      ),
    ).toEqual(before)
  })
  it('can be a draft over the limit of a network, which is checked when publishing', async () => {
    const { status, body } = await create({ postText: 'a'.repeat(281) })
    expect(status).toBe(201)
    const refused = await call<PostBody>('POST', `/api/admin/social/posts/${body.id}/publish`, {
      as: users.editor,
      body: {},
    })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { platforms: 'X (Twitter): The text is 1 over the limit.' },
    ])
  })

  it('is not overwritten by a user who has not seen the latest version', async () => {
    const {
      body: { id, updatedAt },
    } = await create()
    const answers = await Promise.all([
      change(id, { postText: 'one', version: updatedAt }),
      change(id, { postText: 'two', version: updatedAt }, users.admin),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
  it('is created only once when submitted twice', async () => {
    const body = { postText: 'Pressed twice', platforms: ['twitter'], status: 'published' }
    const both = await Promise.all([
      call<PostBody>('POST', '/api/admin/social/posts', { as: users.editor, body }),
      call<PostBody>('POST', '/api/admin/social/posts', { as: users.editor, body }),
    ])
    expect(new Set(both.map((answer) => answer.body.id)).size).toBe(1)
    expect(
      await rowsOf(sql`select id from social_deliveries where post_id = ${both[0].body.id}`),
    ).toHaveLength(1)
  })
  it.each<[string, Record<string, unknown>]>([
    ['time', { scheduledFor: '2099-05-07T08:09:00.000Z' }],
    ['hashtags', { hashtags: 'stillness' }],
    ['status', { status: 'draft', scheduledFor: null }],
    ['networks', { platforms: ['facebook'] }],
  ])('is saved next to one with the same text but not the same %s', async (_, change) => {
    const body = {
      postText: `Once more with ${Object.keys(change).join(' and ')}`,
      platforms: ['twitter'],
      status: 'scheduled',
      scheduledFor: later,
    }
    const { body: first } = await create(body)
    const { body: second } = await create({ ...body, ...change })
    expect(second.id).not.toBe(first.id)
    expect([(await create(body)).body.id, (await create({ ...body, ...change })).body.id]).toEqual([
      first.id,
      second.id,
    ])
  })
  it('is sent now although one with the same text is scheduled', async () => {
    const body = { postText: 'Today and in spring', platforms: ['twitter'] }
    const { body: scheduled } = await create({ ...body, status: 'scheduled', scheduledFor: later })
    const { body: sent } = await create({ ...body, status: 'published' })
    expect(sent.id).not.toBe(scheduled.id)
    expect(
      await rowsOf(sql`select id from social_deliveries where post_id = ${sent.id}`),
    ).toHaveLength(1)
  })
  it('is saved next to one with the same text and another picture', async () => {
    const body = { postText: 'One text, two pictures', platforms: ['instagram'], status: 'draft' }
    const [one, two] = [await uploadPicture(users.editor), await uploadPicture(users.editor)]
    const ids: number[] = []
    for (const mediaIds of [[one], [two], [one], [one, two]])
      ids.push((await create({ ...body, mediaIds })).body.id)
    expect(new Set(ids).size).toBe(3)
    expect(ids[2]).toBe(ids[0])
  })
  it('can be restored from the trash, as a draft if its scheduled time has passed', async () => {
    const { body: post } = await create({ status: 'scheduled', scheduledFor: later })
    for (let twice = 0; twice < 2; twice += 1)
      expect(
        (await call('DELETE', `/api/admin/social/posts/${post.id}`, { as: users.editor })).body,
      ).toEqual({ message: 'Social post deleted' })
    expect([
      (await change(post.id, { postText: 'x' })).status,
      (await list('')).some(({ id }) => id === post.id),
      (await list('show=trash')).some(({ id }) => id === post.id),
    ]).toEqual([409, false, true])
    expect(
      (
        await call<PostBody>('POST', `/api/admin/social/posts/${post.id}/restore`, {
          as: users.editor,
        })
      ).body,
    ).toMatchObject({ status: 'scheduled', deletedAt: null })
    await call('DELETE', `/api/admin/social/posts/${post.id}`, { as: users.editor })
    await rowsOf(
      sql`update social_posts set scheduled_for = now() - interval '1 minute' where id = ${post.id}`,
    )
    await processDuePosts(await getTestPayload())
    expect(
      (
        await call<PostBody>('POST', `/api/admin/social/posts/${post.id}/restore`, {
          as: users.editor,
        })
      ).body.status,
    ).toBe('draft')
  })
  it('is found by text, hashtag, network, status, and date', async () => {
    const {
      body: { id },
    } = await create({
      postText: 'Heron 50% over the lake',
      hashtags: 'stillness',
      platforms: ['facebook'],
      status: 'scheduled',
      scheduledFor: later,
    })
    const ids = async (query: string) => (await list(query)).map((post) => post.id)
    for (const query of [
      'search=heron',
      'search=%23stillness',
      'search=50%25',
      'platform=facebook&status=scheduled',
      'from=2099-05-06T00:00:00Z&to=2099-05-07T00:00:00Z',
    ])
      expect([query, await ids(query)]).toEqual([query, expect.arrayContaining([id])])
    for (const query of [
      'search=badger',
      'platform=linkedin&search=heron',
      'status=draft&search=heron',
      'from=2099-05-07T00:00:00Z&search=heron',
    ])
      expect([query, await ids(query)]).toEqual([query, []])
  })
})

describe('scheduled post', () => {
  const due = async (hours: number) => {
    const { body } = await create({ status: 'scheduled', scheduledFor: later })
    await rowsOf(
      sql`update social_posts set scheduled_for = now() - make_interval(mins => ${hours * 60}) where id = ${body.id}`,
    )
    return body.id
  }
  it('is queued once when it is due, even with two workers', async () => {
    const payload = await getTestPayload()
    const early = (await create({ status: 'scheduled', scheduledFor: later })).body.id
    const id = await due(0.1)
    await Promise.all([processDuePosts(payload), processDuePosts(payload)])
    expect([(await networks.get(early)).status, (await networks.get(id)).status]).toEqual([
      'scheduled',
      'sending',
    ])
    expect(await rowsOf(sql`select status from social_deliveries where post_id = ${id}`)).toEqual([
      { status: 'waiting' },
    ])
  })
  it('waits for an article of the same minute, but not for hours', async () => {
    const payload = await getTestPayload()
    const article = await makeContent()
    const start = async (hours: number) => {
      const { body } = await create({
        contentId: article.id,
        status: 'scheduled',
        scheduledFor: later,
      })
      await rowsOf(
        sql`update content set status = 'scheduled', scheduled_for = now() where id = ${article.id}`,
      )
      await rowsOf(
        sql`update social_posts set scheduled_for = now() - make_interval(hours => ${hours}) where id = ${body.id}`,
      )
      await processDuePosts(payload)
      return body.id
    }
    expect((await networks.get(await start(5))).status).toBe('failed')
    const id = await start(0)
    expect((await networks.get(id)).status).toBe('scheduled')
    await publishScheduledContent(payload)
    await processDuePosts(payload)
    expect((await networks.get(id)).status).toBe('sending')
  })
  it('fails with a reason instead of being published hours late', async () => {
    const id = await due(5)
    await processDuePosts(await getTestPayload())
    expect(await networks.get(id)).toMatchObject({
      status: 'failed',
      deliveries: [
        expect.objectContaining({
          status: 'failed',
          reason: expect.stringContaining('hours late'),
        }),
      ],
    })
    expect(
      (
        await call<PostBody>('POST', `/api/admin/social/posts/${id}/schedule`, {
          as: users.editor,
          body: { scheduledFor: later },
        })
      ).body,
    ).toMatchObject({ status: 'scheduled', scheduledFor: later, deliveries: [] })
  })
  it('is queued again if a worker was killed', async () => {
    const id = await due(0.1)
    await processDuePosts(await getTestPayload())
    await rowsOf(sql`delete from graphile_worker._private_jobs`)
    await rowsOf(
      sql`update social_deliveries set status = 'sending', updated_at = now() - interval '20 minutes', progress = '{"claim":"dead"}'::jsonb where post_id = ${id}`,
    )
    await processDuePosts(await getTestPayload())
    expect(
      await rowsOf(
        sql`select 1 from graphile_worker._private_jobs where key = ${`social-delivery-${await networks.deliveryId(id, 'twitter')}`}`,
      ),
    ).toHaveLength(1)
  })
  it('can be rescheduled until it is being sent', async () => {
    const {
      body: { id, updatedAt },
    } = await create({ status: 'scheduled', scheduledFor: later })
    const schedule = (body: Record<string, unknown>) =>
      call<PostBody>('POST', `/api/admin/social/posts/${id}/schedule`, { as: users.editor, body })
    expect(
      (await schedule({ scheduledFor: '2099-06-01T10:00:00-04:00', version: updatedAt })).body,
    ).toMatchObject({ scheduledFor: '2099-06-01T14:00:00.000Z', status: 'scheduled' })
    expect((await schedule({ scheduledFor: later, version: updatedAt })).status).toBe(409)
    await call('POST', `/api/admin/social/posts/${id}/publish`, { as: users.editor, body: {} })
    expect([
      (await schedule({ scheduledFor: later })).status,
      (await change(id, { postText: 'x' })).status,
      (await call('DELETE', `/api/admin/social/posts/${id}`, { as: users.editor })).status,
    ]).toEqual([409, 409, 409])
  })
})

it('publishes a post when the job runs, after which the text cannot change', async () => {
  await networks.connect('twitter')
  const {
    body: { id },
  } = await create({ status: 'published' })
  await runJob(await getTestPayload(), 'publish-social-post', {
    deliveryId: await networks.deliveryId(id, 'twitter'),
  })
  expect((await networks.get(id)).status).toBe('published')
  // The text of a published post cannot change.
  expect((await change(id, { postText: 'x' })).status).toBe(409)
})

it('records changes by the worker in the audit log as made by the system', async () => {
  const entries = (id: number) =>
    rowsOf(
      sql`select action, actor_id::integer as actor, actor_role as role, details from audit_events where subject_type = 'social-post' and subject_id = ${String(id)} order by id`,
    )
  const byStaff = (action: string, details: unknown = null) => ({
    action: `social.${action}`,
    actor: users.editor.user.id,
    role: 'editor',
    details,
  })
  const created = byStaff('created', { fingerprint: expect.any(String) })
  const bySystem = (status: string) => ({
    action: 'social.updated',
    actor: null,
    role: 'the shop',
    details: { fields: ['status'], status },
  })
  await networks.connect('twitter')
  const {
    body: { id },
  } = await create({ status: 'scheduled', scheduledFor: later })
  await rowsOf(
    sql`update social_posts set scheduled_for = now() - interval '1 minute' where id = ${id}`,
  )
  const payload = await getTestPayload()
  await processDuePosts(payload)
  await processDuePosts(payload)
  await networks.run(id, 'twitter')
  expect(await entries(id)).toEqual([created, bySystem('sending'), bySystem('published')])

  await rowsOf(sql`delete from social_accounts where platform = 'twitter'`)
  const { body: refused } = await create({ status: 'published' })
  await networks.run(refused.id, 'twitter')
  await call('POST', `/api/admin/social/posts/${refused.id}/deliveries/twitter/retry`, {
    as: users.editor,
    body: {},
  })
  await call('POST', `/api/admin/social/posts/${refused.id}/restore`, { as: users.editor })
  await networks.run(refused.id, 'twitter')
  await call('DELETE', `/api/admin/social/posts/${refused.id}`, { as: users.editor })
  await call('POST', `/api/admin/social/posts/${refused.id}/restore`, { as: users.editor })
  expect(await entries(refused.id)).toEqual([
    created,
    byStaff('publish_requested', { networks: ['twitter'] }),
    bySystem('failed'),
    byStaff('retried', { network: 'twitter', lookedThere: false }),
    bySystem('failed'),
    byStaff('trashed'),
    byStaff('restored'),
  ])

  const { body: late } = await create({ status: 'scheduled', scheduledFor: later })
  await rowsOf(
    sql`update social_posts set scheduled_for = now() - interval '5 hours' where id = ${late.id}`,
  )
  await processDuePosts(payload)
  expect(await entries(late.id)).toEqual([created, bySystem('failed')])
})

it('counts a post published by hand as published, with its URL', async () => {
  await rowsOf(sql`delete from social_accounts where platform = 'linkedin'`)
  const {
    body: { id },
  } = await create({ platforms: ['linkedin'], status: 'published' })
  await networks.run(id, 'linkedin')
  const mark = (url: string) =>
    call<PostBody>('POST', `/api/admin/social/posts/${id}/deliveries/linkedin/posted`, {
      as: users.editor,
      body: { url },
    })
  expect((await mark('javascript:alert(1)')).status).toBe(400)
  expect((await mark('https://www.linkedin.com/feed/update/urn:li:share:1')).body).toMatchObject({
    status: 'published',
    deliveries: [
      expect.objectContaining({
        status: 'by-hand',
        url: 'https://www.linkedin.com/feed/update/urn:li:share:1',
      }),
    ],
  })
})

it('is published at once when its only network was marked by hand', async () => {
  const {
    body: { id },
  } = await create({ platforms: ['facebook', 'linkedin'] })
  await call('POST', `/api/admin/social/posts/${id}/deliveries/linkedin/posted`, {
    as: users.editor,
    body: { url: 'https://www.linkedin.com/feed/update/urn:li:share:2' },
  })
  const sent = await change(id, { platforms: ['linkedin'], status: 'published' })
  expect([sent.status, sent.body.status]).toEqual([200, 'published'])
})

describe('post preview', () => {
  it('shows the exact text that is sent, with the link, card, cost of X, and problems', async () => {
    const article = await makeContent({ title: 'Stones (and water)', tags: 'calm' })
    const product = await makeProduct()
    const { body } = await call<
      {
        platform: string
        text: string
        problems: string[]
        notes: string[]
        card: { title: string; url: string } | null
      }[]
    >('POST', '/api/admin/social/preview', {
      as: users.editor,
      body: { postText: 'Look', hashtags: ['calm'], contentId: article.id, productId: product.id },
    })
    const of = (platform: string) => body.find((one) => one.platform === platform)
    expect(of('twitter')).toMatchObject({
      text: `Look\n\nhttp://localhost:3000/reflections/${article.slug}\nhttp://localhost:3000/products/${product.id}\n\n#calm`,
      notes: [expect.stringContaining('$0.20')],
    })
    expect(of('linkedin')).toMatchObject({
      text: `Look\n\nhttp://localhost:3000/products/${product.id}\n\n#calm`,
      card: {
        title: 'Stones (and water)',
        url: `http://localhost:3000/reflections/${article.slug}`,
      },
    })
    expect(of('instagram')?.problems).toEqual(['Instagram requires at least one image.'])
    await networks.connectAll()
    const {
      body: { id },
    } = await create({
      postText: 'Look',
      platforms: ['linkedin', 'twitter'],
      hashtags: ['calm'],
      contentId: article.id,
      productId: product.id,
      status: 'published',
    })
    for (const platform of ['linkedin', 'twitter'] as const)
      expect(networks.at(await networks.run(id, platform), platform)?.status).toBe('published')
    expect(
      (await sandbox.control<{ posts: { text: string }[] }>('x', 'GET', '/ledger')).posts.at(-1)
        ?.text,
    ).toBe(of('twitter')?.text)
    expect(
      (
        await sandbox.control<{ posts: { commentary: string; content: unknown }[] }>(
          'linkedin',
          'GET',
          '/ledger',
        )
      ).posts.at(-1),
    ).toMatchObject({
      commentary: expect.stringContaining('Look\n\nhttp://localhost:3000/products/'),
      content: {
        article: {
          source: `http://localhost:3000/reflections/${article.slug}`,
          title: 'Stones (and water)',
        },
      },
    })
  })
  it('does not allow a link to content that is not public', async () => {
    const draft = await makeContent({ status: 'draft' })
    expect((await create({ contentId: draft.id, status: 'published' })).body.fields).toEqual({
      contentId: expect.stringMatching(/isn’t published/),
    })
    const {
      body: { id },
    } = await create({ contentId: draft.id, status: 'scheduled', scheduledFor: later })
    await rowsOf(
      sql`update social_posts set scheduled_for = now() - interval '1 minute' where id = ${id}`,
    )
    await processDuePosts(await getTestPayload())
    expect(networks.at(await networks.run(id, 'twitter'), 'twitter')?.reason).toMatch(
      /isn’t published/,
    )
  })
})

describe('sharing content', () => {
  it('creates a post with its own text for each network, or none if one is invalid', async () => {
    const article = await makeContent()
    const picture = await uploadPicture(users.editor)
    const share = (posts: unknown[], more: Record<string, unknown> = {}) =>
      call<PostBody[] & { fields?: Record<string, string> }>('POST', '/api/admin/social/share', {
        as: users.editor,
        body: { contentId: article.id, posts, status: 'scheduled', scheduledFor: later, ...more },
      })
    const refused = await share([
      { platform: 'twitter', postText: 'Fine' },
      { platform: 'instagram', postText: 'No picture' },
    ])
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { 'posts.1': 'Instagram: Instagram requires at least one image.' },
    ])
    expect(await rowsOf(sql`select id from social_posts where content_id = ${article.id}`)).toEqual(
      [],
    )
    const { status, body } = await share([
      { platform: 'twitter', postText: 'Short' },
      { platform: 'instagram', postText: 'With a picture', mediaIds: [picture] },
    ])
    expect([
      status,
      body.map((post) => [post.platforms, post.postText, post.status, post.contentId]),
    ]).toEqual([
      201,
      [
        [['twitter'], 'Short', 'scheduled', article.id],
        [['instagram'], 'With a picture', 'scheduled', article.id],
      ],
    ])
  })
})

describe('social accounts', () => {
  const consentNames = {
    facebook: 'facebook',
    instagram: 'instagram-publishing',
    twitter: 'x',
    linkedin: 'linkedin',
  } as const
  const cookiesOf = (headers: Headers): string =>
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')
  const authorizeAt = async (
    platform: (typeof socialPlatforms)[number],
    choice = 'allow',
    name: string = consentNames[platform],
  ) => {
    const begun = await call('GET', `/api/admin/connect/${name}`, { as: users.editor })
    const authorize = new URL(begun.headers.get('location') ?? 'http://none.invalid')
    const form = new URLSearchParams([
      ...authorize.searchParams,
      ['choice', choice],
      ...(authorize.searchParams.get('scope') ?? '')
        .split(/[ ,]+/)
        .map((scope) => ['scope', scope] as [string, string]),
    ])
    // X and LinkedIn read a single scope field. Meta’s dialogs send one per selected scope.
    if (platform === 'twitter' || platform === 'linkedin')
      form.set('scope', authorize.searchParams.get('scope') ?? '')
    const answer = await fetch(authorize.origin + authorize.pathname, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    const back = new URL(answer.headers.get('location') ?? 'http://none.invalid')
    return call<string>('GET', back.pathname + back.search, {
      headers: {
        cookie: `${cookiesOf(begun.headers)}; ${users.editor.cookie}`,
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
      },
    })
  }
  beforeEach(async () => {
    await rowsOf(sql`delete from social_accounts`)
  })

  it.each([
    ['facebook', 'Dayfern'],
    ['instagram', '@dayfern.shop'],
    ['twitter', '@dayfern'],
    ['linkedin', 'Dayfern'],
  ] as const)('%s is connected by consent, tested, and disconnected', async (platform, name) => {
    expect((await authorizeAt(platform)).body).toMatch(
      /tab=accounts&amp;service|tab=accounts&#38;service/,
    )
    const accounts = async () =>
      (
        await call<
          { platform: string; accountName: string; isActive: boolean; scopes: string[] }[]
        >('GET', '/api/admin/social/accounts', { as: users.editor })
      ).body
    expect(await accounts()).toEqual([
      expect.objectContaining({
        platform,
        accountName: name,
        isActive: true,
        scopes: expect.arrayContaining([expect.any(String)]),
      }),
    ])
    expect(
      (
        await call('POST', `/api/admin/social/accounts/${platform}/test`, {
          as: users.editor,
          body: {},
        })
      ).status,
    ).toBe(200)
    for (let twice = 0; twice < 2; twice += 1)
      expect(
        (await call('DELETE', `/api/admin/social/accounts/${platform}`, { as: users.editor }))
          .status,
      ).toBe(200)
    expect(await rowsOf(sql`select is_active, sealed_tokens from social_accounts`)).toEqual([
      { is_active: false, sealed_tokens: null },
    ])
    expect(
      (
        await call('POST', `/api/admin/social/accounts/${platform}/test`, {
          as: users.editor,
          body: {},
        })
      ).status,
    ).toBe(409)
  })
  it.each(socialPlatforms)('are not connected if a user declines at %s', async (platform) => {
    expect((await authorizeAt(platform, 'deny')).body).toContain('refused=declined')
    expect(await rowsOf(sql`select 1 from social_accounts`)).toEqual([])
  })
  it('can be switched to another Facebook Page or a LinkedIn member from the network’s list', async () => {
    await authorizeAt('facebook')
    await authorizeAt('linkedin')
    const choices = async (platform: string) =>
      (
        await call<{ id: string; name: string }[]>(
          'GET',
          `/api/admin/social/accounts/${platform}/choices`,
          { as: users.editor },
        )
      ).body.map(({ name }) => name)
    expect([await choices('facebook'), await choices('linkedin')]).toEqual([
      ['Dayfern', 'Dayfern Community'],
      ['Dayfern', 'Dayfern Journal', 'June Vale'],
    ])
    const choose = (platform: string, accountId: string) =>
      call<{ platform: string; accountName: string }[]>(
        'PUT',
        `/api/admin/social/accounts/${platform}`,
        { as: users.editor, body: { accountId } },
      )
    expect((await choose('facebook', '100512345678902')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ accountName: 'Dayfern Community' })]),
    )
    expect((await choose('facebook', '100512345678903')).status).toBe(409)
    expect((await choose('linkedin', 'urn:li:person:dAyf3rnP3r')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ accountName: 'June Vale' })]),
    )
  })
  it('use the headers and fields that LinkedIn and X document', async () => {
    for (const platform of socialPlatforms) await authorizeAt(platform)
    const [linkedin, x] = [await sandbox.callsTo('linkedin'), await sandbox.callsTo('x')]
    for (const { path, headers } of linkedin.filter(({ method }) => method === 'GET'))
      expect([path.split('?', 1)[0], headers['linkedin-version']]).toEqual([
        path.split('?', 1)[0],
        path.startsWith('/rest/') ? '202607' : undefined,
      ])
    // A confidential client identifies itself only in the header.
    const token = x.find(({ path }) => path === '/2/oauth2/token')
    expect([
      Boolean(token?.headers.authorization),
      Object.keys(token?.body as object).sort(),
    ]).toEqual([true, ['code', 'code_verifier', 'grant_type', 'redirect_uri']])
  })
  it('include each Facebook Page once, even if result pages repeat', async () => {
    await authorizeAt('facebook')
    await sandbox.fault({
      provider: 'facebook',
      match: { path: '/v26.0/me/accounts' },
      fault: 'repeat',
      times: 100,
    })
    const before = (await sandbox.callsTo('facebook')).length
    const { body } = await call<{ name: string }[]>(
      'GET',
      '/api/admin/social/accounts/facebook/choices',
      { as: users.editor },
    )
    await sandbox.clearFaults()
    expect(new Set(body.map(({ name }) => name)).size).toBe(body.length)
    expect((await sandbox.callsTo('facebook')).length - before).toBeLessThan(4)
  })
  it('still post to a Facebook Page after the user’s sign-in expired, but cannot switch Pages', async () => {
    await authorizeAt('facebook')
    await sandbox.moveClock(61 * 86_400_000)
    const { status, body } = await call<{ error: string }>(
      'GET',
      '/api/admin/social/accounts/facebook/choices',
      { as: users.editor },
    )
    expect([status, body.error]).toEqual([409, expect.stringContaining('Reconnect')])
    const post = await networks.write(['facebook'])
    expect((await networks.run(post.id, 'facebook')).status).toBe('published')
    await sandbox.moveClock(0)
  })
  it('can be connected to a LinkedIn member only, for apps without approval for pages', async () => {
    await authorizeAt('linkedin', 'allow', 'linkedin-member')
    const [account] = (
      await call<{ accountName: string; scopes: string[] }[]>('GET', '/api/admin/social/accounts', {
        as: users.editor,
      })
    ).body
    expect(account?.accountName).toBe('June Vale')
    expect(account?.scopes.filter((scope) => scope.includes('organization'))).toEqual([])
  })
  it('announce the end of LinkedIn’s API version a month before', async () => {
    const payload = await getTestPayload()
    await authorizeAt('linkedin')
    const started = env.LINKEDIN_API_VERSION
    const isAnnounced = async (monthsAgo: number) => {
      const month = new Date(new Date().getFullYear(), new Date().getMonth() - monthsAgo, 15)
      env.LINKEDIN_API_VERSION = `${month.getFullYear()}${String(month.getMonth() + 1).padStart(2, '0')}`
      return (await countToDo(payload)).endingLinkedInVersion
    }
    expect([await isAnnounced(10), await isAnnounced(12)]).toEqual([0, 1])
    await rowsOf(sql`update social_accounts set is_active = false`)
    expect(await isAnnounced(12)).toBe(0)
    env.LINKEDIN_API_VERSION = started
  })
  it('stay connected when a network is down, which is reported', async () => {
    await authorizeAt('twitter')
    await sandbox.fault({ provider: 'x', fault: 'status', status: 503, times: 10 })
    const { status, body } = await call<{ error: string }>(
      'POST',
      '/api/admin/social/accounts/twitter/test',
      { as: users.editor, body: {} },
    )
    await sandbox.clearFaults()
    expect([status, body.error]).toEqual([
      503,
      'Couldn’t reach X (Twitter). Please try again in a few minutes.',
    ])
    expect(await rowsOf(sql`select is_active from social_accounts`)).toEqual([{ is_active: true }])
  })
})

it('collects metrics only from the networks, not again right away, and shows missing ones as null', async () => {
  const payload = await getTestPayload()
  await rowsOf(sql`truncate social_posts, social_accounts restart identity cascade`)
  await sandbox.reset()
  await networks.connectAll()
  const picture = await uploadPicture(users.editor)
  const {
    body: { id },
  } = await create({ platforms: [...socialPlatforms], mediaIds: [picture], status: 'published' })
  for (const platform of socialPlatforms) await networks.run(id, platform)
  const analytics = async () =>
    (
      await call<{
        networks: {
          platform: string
          posts: number
          counted: number
          impressions: number | null
          clicks: number | null
          likes: number | null
        }[]
        posts: unknown[]
      }>('GET', '/api/admin/social/analytics?days=30', { as: users.editor })
    ).body
  expect((await analytics()).networks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        platform: 'twitter',
        posts: 1,
        counted: 0,
        impressions: null,
        likes: null,
      }),
    ]),
  )
  await sandbox.fault({
    provider: 'x',
    match: { method: 'GET', path: '/2/tweets' },
    fault: 'status',
    status: 400,
    body: {
      errors: [{ message: 'The query parameter [tweet.fields] is not one of [post.fields]' }],
    },
    times: 1,
  })
  await collectSocialMetrics(payload, socialNetworkFor(payload, createSocialNetwork))
  const counted = await analytics()
  expect(counted.networks.map(({ counted: many }) => many)).toEqual([1, 1, 1, 1])
  expect(counted.networks.find(({ platform }) => platform === 'twitter')).toMatchObject({
    impressions: expect.any(Number),
    likes: expect.any(Number),
    clicks: null,
  })
  expect(counted.networks.find(({ platform }) => platform === 'facebook')).toMatchObject({
    impressions: expect.any(Number),
    likes: expect.any(Number),
    clicks: expect.any(Number),
  })
  const calls = async () =>
    (
      await Promise.all(
        (['facebook', 'instagram', 'x', 'linkedin'] as const).map((service) =>
          sandbox.callsTo(service),
        ),
      )
    ).flat().length
  const before = await calls()
  await collectSocialMetrics(payload, socialNetworkFor(payload, createSocialNetwork))
  expect(await calls()).toBe(before)
})
