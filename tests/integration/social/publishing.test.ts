import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from '@payloadcms/db-postgres'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf } from '@tests/support/payload'
import { useSandbox } from '@tests/support/sandbox'
import { sandboxServiceOf, uploadPicture, useNetworks } from '@tests/support/social-networks'

import { runJob } from '@/jobs/tasks'
import { openNetworkSession, socialNetworkFor } from '@/modules/social/actions/network-session'
import { disconnectSocialAccount } from '@/modules/social/actions/social-accounts'
import { type SocialPlatform, socialPlatforms } from '@/modules/social/rules/social-post'
import { env } from '@/platform/env'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { createSocialNetwork } from '@/providers'

const sandbox = useSandbox()
let editor: TestPerson
let picture: number
const networks = useNetworks(sandbox, () => editor)
beforeAll(async () => {
  await getTestPayload()
  editor = await makePerson('editor')
  picture = await uploadPicture(editor)
})
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.clearFaults()
  resetCircuitBreakers()
  await rowsOf(sql`truncate social_posts, social_accounts restart identity cascade`)
  await rowsOf(sql`truncate rate_limits`)
})

const pictures = (platform: SocialPlatform) =>
  platform === 'instagram' ? { mediaIds: [picture] } : {}
const publishPath = {
  facebook: '/v26.0/\\d+/feed',
  instagram: '/v26.0/\\d+/media_publish',
  twitter: '/2/tweets',
  linkedin: '/rest/posts',
} satisfies Record<SocialPlatform, string>
const faultAt = (platform: SocialPlatform, fault: Record<string, unknown>) =>
  sandbox.fault({
    provider: sandboxServiceOf[platform],
    match: { method: 'POST', path: publishPath[platform] },
    ...fault,
  } as Parameters<typeof sandbox.fault>[0])

describe.each(socialPlatforms)('%s', (platform) => {
  beforeEach(() => networks.connect(platform))

  it('publishes a post once and stores its URL', async () => {
    const post = await networks.write([platform], pictures(platform))
    expect(post).toMatchObject({ status: 'sending', deliveries: [{ status: 'waiting' }] })
    const sent = await networks.run(post.id, platform)
    expect([sent.status, networks.at(sent, platform)]).toEqual([
      'published',
      expect.objectContaining({
        status: 'published',
        url: expect.stringMatching(/^https:\/\/(www\.)?(facebook|instagram|x|linkedin)\.com\//),
        reason: null,
        attempts: 1,
      }),
    ])
    await networks.run(post.id, platform)
    expect(await networks.published(platform)).toBe(1)
  })

  it('publishes a post once when the connection is cut after it arrived', async () => {
    await faultAt(platform, { fault: 'reset-after' })
    const post = await networks.write([platform], pictures(platform))
    const cut = await networks.run(post.id, platform)
    expect([cut.status, networks.at(cut, platform)]).toEqual([
      'sending',
      expect.objectContaining({
        status: 'unknown',
        isOver: false,
        reason: expect.stringContaining('check for the post'),
      }),
    ])
    const found = await networks.run(post.id, platform)
    expect([
      found.status,
      networks.at(found, platform)?.status,
      networks.at(found, platform)?.url,
    ]).toEqual(['published', 'published', expect.stringMatching(/^https:/)])
    expect(await networks.published(platform)).toBe(1)
  })

  it('sends a post again after two checks when the connection was cut before it arrived', async () => {
    await faultAt(platform, { fault: 'reset-before' })
    const post = await networks.write([platform], pictures(platform))
    expect(networks.at(await networks.run(post.id, platform), platform)?.status).toBe('unknown')
    expect(networks.at(await networks.run(post.id, platform), platform)?.status).toBe('unknown')
    const before = await networks.published(platform)
    const sent = await networks.run(post.id, platform)
    expect([
      sent.status,
      networks.at(sent, platform)?.status,
      (await networks.published(platform)) - before,
    ]).toEqual(['published', 'published', 1])
  })

  it('publishes later after a rate limit, without a failure', async () => {
    await faultAt(platform, { fault: 'status', status: 429, retryAfter: 120, times: 1 })
    const post = await networks.write([platform], pictures(platform))
    const waiting = await networks.run(post.id, platform)
    expect([waiting.status, networks.at(waiting, platform)]).toEqual([
      'sending',
      expect.objectContaining({
        status: 'waiting',
        reason: expect.stringContaining('asked us to wait'),
      }),
    ])
    const [job] = await rowsOf<{ seconds: number }>(
      sql`select extract(epoch from run_at - now())::float8 as seconds from graphile_worker._private_jobs where key = ${`social-delivery-${await networks.deliveryId(post.id, platform)}`}`,
    )
    expect(job?.seconds).toBeGreaterThan(100)
    expect((await networks.run(post.id, platform)).status).toBe('published')
  })

  it('reports an expired sign-in on the account and allows a retry after reconnecting', async () => {
    await sandbox.control(
      sandboxServiceOf[platform],
      'POST',
      platform === 'facebook' || platform === 'instagram' ? '/tokens/end' : '/tokens/revoke',
      {},
    )
    const post = await networks.write([platform], pictures(platform))
    const failed = await networks.run(post.id, platform)
    expect([failed.status, networks.at(failed, platform)?.reason]).toEqual([
      'failed',
      expect.stringContaining('Reconnect'),
    ])
    expect(
      await rowsOf(
        sql`select is_active, last_error from social_accounts where platform = ${platform}`,
      ),
    ).toEqual([{ is_active: false, last_error: expect.stringContaining('has expired') }])
    await networks.connect(platform)
    const { call } = await import('@tests/support/request')
    for (let twice = 0; twice < 2; twice += 1)
      expect(
        (
          await call('POST', `/api/admin/social/posts/${post.id}/deliveries/${platform}/retry`, {
            as: editor,
            body: {},
          })
        ).status,
      ).toBe(200)
    expect((await networks.run(post.id, platform)).status).toBe('published')
    expect(await networks.published(platform)).toBeLessThanOrEqual(2)
  })

  it.each([
    ['before anything was sent', null],
    ['during the upload', { steps: {} }],
  ])('resumes after a worker was killed %s', async (_, progress) => {
    const post = await networks.write([platform], pictures(platform))
    await rowsOf(
      sql`update social_deliveries set status = 'sending', progress = ${JSON.stringify({ claim: 'dead', claimUntil: new Date(Date.now() - 1000).toISOString(), ...progress })}::jsonb where post_id = ${post.id}`,
    )
    expect((await networks.run(post.id, platform)).status).toBe('published')
    expect(await networks.published(platform)).toBe(1)
  })

  it('looks for the post first if a worker was killed while sending it', async () => {
    const post = await networks.write([platform], pictures(platform))
    const sent = await networks.run(post.id, platform)
    const id = networks.at(sent, platform)?.url
    // Simulates a process that died after the call but before it saved the result.
    await rowsOf(sql`update social_posts set status = 'sending' where id = ${post.id}`)
    const container =
      platform === 'instagram'
        ? Object.values(
            (
              await sandbox.control<{
                containers: Record<string, { id: string }> | { id: string }[]
              }>('instagram', 'GET', '/ledger')
            ).containers,
          )[0]?.id
        : undefined
    await rowsOf(sql`update social_deliveries set status = 'sending', url = null, provider_post_id = null, published_at = null,
      progress = ${JSON.stringify({ claim: 'dead', claimUntil: new Date(Date.now() - 1000).toISOString(), handedOverAt: new Date().toISOString(), handOvers: 1, steps: container ? { container } : {} })}::jsonb where post_id = ${post.id}`)
    const found = await networks.run(post.id, platform)
    expect([found.status, networks.at(found, platform)?.url]).toEqual(['published', id])
    expect(await networks.published(platform)).toBe(1)
  })

  it('publishes a post once with several workers', async () => {
    const post = await networks.write([platform], pictures(platform))
    await Promise.all([
      networks.run(post.id, platform),
      networks.run(post.id, platform),
      networks.run(post.id, platform),
    ])
    expect([(await networks.get(post.id)).status, await networks.published(platform)]).toEqual([
      'published',
      1,
    ])
  })

  it('is not called if the text is too long', async () => {
    const { call } = await import('@tests/support/request')
    const limit = { facebook: 63_206, instagram: 2_200, twitter: 280, linkedin: 3_000 }[platform]
    const answer = await call<{ fields?: Record<string, string> }>(
      'POST',
      '/api/admin/social/posts',
      {
        as: editor,
        body: {
          postText: 'a'.repeat(Math.min(limit + 1, 10_001)),
          platforms: [platform],
          status: 'published',
          ...pictures(platform),
        },
      },
    )
    expect(answer.status).toBe(400)
    expect(
      await sandbox
        .callsTo(sandboxServiceOf[platform])
        .then((calls) => calls.filter(({ method }) => method === 'POST')),
    ).toEqual([])
  })

  it('fails immediately with instructions if no account is connected', async () => {
    await rowsOf(sql`delete from social_accounts`)
    const post = await networks.write([platform], pictures(platform))
    const failed = await networks.run(post.id, platform)
    expect([failed.status, networks.at(failed, platform)?.reason]).toEqual([
      'failed',
      expect.stringMatching(/isn’t connected.*manually/),
    ])
  })
})

describe('responses of the networks', () => {
  it('Instagram’s rejection of an image is shown as a sentence, and nothing is published', async () => {
    await networks.connect('instagram')
    await sandbox.control('instagram', 'POST', '/settings', { containerFate: 'error' })
    const post = await networks.write(['instagram'], { mediaIds: [picture] })
    const failed = await networks.run(post.id, 'instagram')
    expect([
      failed.status,
      networks.at(failed, 'instagram')?.reason,
      await networks.published('instagram'),
    ]).toEqual(['failed', 'Instagram has restricted this account.', 0])
  })

  it('an image that Instagram is still processing is kept and checked later', async () => {
    await networks.connect('instagram')
    await sandbox.control('instagram', 'POST', '/settings', { containerMs: 60_000 })
    const post = await networks.write(['instagram'], { mediaIds: [picture] })
    expect(networks.at(await networks.run(post.id, 'instagram'), 'instagram')).toMatchObject({
      status: 'waiting',
      reason: 'Instagram is still processing the image.',
    })
    await sandbox.moveClock(61_000)
    expect((await networks.run(post.id, 'instagram')).status).toBe('published')
    expect(
      (await sandbox.callsTo('instagram')).filter(
        ({ method, path }) => method === 'POST' && /\/media$/.test(path),
      ),
    ).toHaveLength(1)
  }, 30_000)

  it('an image that Instagram reports as ready too early is published once, a little later', async () => {
    await networks.connect('instagram')
    await faultAt('instagram', {
      fault: 'status',
      status: 400,
      body: {
        error: {
          message: 'Media ID is not available',
          type: 'OAuthException',
          code: 9007,
          error_subcode: 2207027,
        },
      },
    })
    const post = await networks.write(['instagram'], { mediaIds: [picture] })
    expect(networks.at(await networks.run(post.id, 'instagram'), 'instagram')).toMatchObject({
      status: 'waiting',
    })
    expect([
      await networks.published('instagram'),
      (await networks.run(post.id, 'instagram')).status,
    ]).toEqual([1, 'published'])
  })

  it('an Instagram post that was already published is found instead of published again', async () => {
    await networks.connect('instagram')
    const post = await networks.write(['instagram'], { mediaIds: [picture] })
    const url = networks.at(await networks.run(post.id, 'instagram'), 'instagram')?.url
    const { containers } = await sandbox.control<{
      containers: Record<string, { id: string }> | { id: string }[]
    }>('instagram', 'GET', '/ledger')
    await rowsOf(sql`update social_posts set status = 'sending' where id = ${post.id}`)
    await rowsOf(
      sql`update social_deliveries set status = 'waiting', url = null, provider_post_id = null, published_at = null, progress = ${JSON.stringify({ steps: { container: Object.values(containers)[0]?.id } })}::jsonb where post_id = ${post.id}`,
    )
    expect(networks.at(await networks.run(post.id, 'instagram'), 'instagram')).toMatchObject({
      status: 'unknown',
      isOver: false,
    })
    expect(networks.at(await networks.run(post.id, 'instagram'), 'instagram')).toMatchObject({
      status: 'published',
      url,
    })
  })

  it.each([
    ['the same text', { code: 506, error_subcode: 1455006 }],
    ['the same images', { code: 100, error_subcode: 1366051 }],
  ])('a user must check if Facebook reports %s on the second attempt', async (_, error) => {
    await networks.connect('facebook')
    await faultAt('facebook', { fault: 'reset-before' })
    const post = await networks.write(['facebook'], { mediaIds: [picture] })
    for (let looks = 0; looks < 2; looks += 1) await networks.run(post.id, 'facebook')
    await faultAt('facebook', {
      fault: 'status',
      status: 400,
      body: { error: { message: 'x', type: 'OAuthException', ...error } },
    })
    expect(networks.at(await networks.run(post.id, 'facebook'), 'facebook')).toMatchObject({
      status: 'unknown',
      isOver: true,
      reason: expect.stringContaining('Please check there'),
    })
  })

  it('Instagram’s daily limit delays a post', async () => {
    await networks.connect('instagram')
    await sandbox.control('instagram', 'POST', '/settings', { quota: 0 })
    const post = await networks.write(['instagram'], { mediaIds: [picture] })
    expect(networks.at(await networks.run(post.id, 'instagram'), 'instagram')).toMatchObject({
      status: 'waiting',
      reason: expect.stringContaining('asked us to wait'),
    })
  })

  it('duplicate text and used-up credits are shown with X’s message', async () => {
    await networks.connect('twitter')
    const first = await networks.write(['twitter'], { postText: 'Twice' })
    await networks.run(first.id, 'twitter')
    // With a picture, because the same post again would be a second click.
    const second = await networks.write(['twitter'], { postText: 'Twice', mediaIds: [picture] })
    expect(networks.at(await networks.run(second.id, 'twitter'), 'twitter')?.reason).toMatch(
      /X already has a recent post with the same text/,
    )
    await sandbox.control('x', 'POST', '/settings', { creditsUsd: 0 })
    const third = await networks.write(['twitter'])
    expect(networks.at(await networks.run(third.id, 'twitter'), 'twitter')?.reason).toMatch(
      /out of X API credits/,
    )
  })

  it('a retired LinkedIn API version is shown as a required update', async () => {
    await networks.connect('linkedin')
    await sandbox.control('linkedin', 'POST', '/settings', { oldestVersion: 202611 })
    const post = await networks.write(['linkedin'])
    expect(networks.at(await networks.run(post.id, 'linkedin'), 'linkedin')?.reason).toMatch(
      /needs an update/,
    )
  })

  it('an image that LinkedIn is still processing delays a post, even if its status cannot be read', async () => {
    await networks.connect('linkedin')
    await rowsOf(
      sql`update social_accounts set account_id = 'urn:li:person:dAyf3rnP3r' where platform = 'linkedin'`,
    )
    await sandbox.control('linkedin', 'POST', '/settings', { assetMs: 60_000 })
    await sandbox.fault({
      provider: 'linkedin',
      match: { method: 'GET', path: '/rest/images/' },
      fault: 'status',
      status: 403,
      times: 2,
    })
    const post = await networks.write(['linkedin'], { mediaIds: [picture] })
    expect(networks.at(await networks.run(post.id, 'linkedin'), 'linkedin')).toMatchObject({
      status: 'waiting',
      reason: 'LinkedIn is still processing the image.',
    })
    await sandbox.moveClock(61_000)
    expect((await networks.run(post.id, 'linkedin')).status).toBe('published')
    expect(
      (await sandbox.callsTo('linkedin')).filter(({ path }) => path.includes('initializeUpload')),
    ).toHaveLength(1)
  })

  it('a LinkedIn member’s post cannot be verified, so it is sent again only after a user confirms', async () => {
    const { call } = await import('@tests/support/request')
    await networks.connect('linkedin')
    await rowsOf(
      sql`update social_accounts set account_id = 'urn:li:person:dAyf3rnP3r' where platform = 'linkedin'`,
    )
    await faultAt('linkedin', { fault: 'reset-before' })
    const post = await networks.write(['linkedin'])
    await networks.run(post.id, 'linkedin')
    const asking = await networks.run(post.id, 'linkedin')
    expect([asking.status, networks.at(asking, 'linkedin')]).toEqual([
      'failed',
      expect.objectContaining({
        status: 'unknown',
        isOver: true,
        reason: expect.stringContaining('Please check whether'),
      }),
    ])
    const retry = (body: Record<string, unknown>) =>
      call<{ code?: string }>(
        'POST',
        `/api/admin/social/posts/${post.id}/deliveries/linkedin/retry`,
        { as: editor, body },
      )
    expect((await retry({})).status).toBe(409)
    await networks.run(post.id, 'linkedin')
    const before = await networks.published('linkedin')
    expect((await retry({ isNotThere: true })).status).toBe(200)
    expect([
      (await networks.run(post.id, 'linkedin')).status,
      (await networks.published('linkedin')) - before,
    ]).toEqual(['published', 1])
  })
})

describe('tokens', () => {
  it('of X are renewed once for two posts before they expire', async () => {
    await networks.connect('twitter', 60)
    const posts = await Promise.all([networks.write(['twitter']), networks.write(['twitter'])])
    await Promise.all(posts.map(({ id }) => networks.run(id, 'twitter')))
    expect(await Promise.all(posts.map(async ({ id }) => (await networks.get(id)).status))).toEqual(
      ['published', 'published'],
    )
    expect(
      (await sandbox.callsTo('x')).filter(({ path }) => path === '/2/oauth2/token'),
    ).toHaveLength(1)
  })
  it('that can’t be renewed never let a post that may be out be sent without a question', async () => {
    const { call } = await import('@tests/support/request')
    await networks.connect('twitter')
    await faultAt('twitter', { fault: 'reset-after' })
    const post = await networks.write(['twitter'])
    await networks.run(post.id, 'twitter')
    await networks.connect('twitter', 1)
    await sandbox.fault({
      provider: 'x',
      match: { path: '/2/oauth2/token' },
      fault: 'status',
      status: 403,
      body: {},
    })
    expect(networks.at(await networks.run(post.id, 'twitter'), 'twitter')).toMatchObject({
      status: 'unknown',
      isOver: true,
      reason: expect.stringContaining('Please check there'),
    })
    const { status } = await call(
      'POST',
      `/api/admin/social/posts/${post.id}/deliveries/twitter/retry`,
      { as: editor, body: {} },
    )
    expect(status).toBe(409)
  })
  it('are renewed while nothing is posted, and one that fails doesn’t stop the others', async () => {
    await networks.connect('twitter', 60)
    await networks.connect('linkedin', 60)
    const tokensOf = async (platform: SocialPlatform) =>
      (
        await rowsOf<{ tokens: string }>(
          sql`select sealed_tokens as tokens from social_accounts where platform = ${platform}`,
        )
      )[0]?.tokens
    const [x, linkedin] = [await tokensOf('twitter'), await tokensOf('linkedin')]
    await sandbox.fault({
      provider: 'x',
      match: { path: '/2/oauth2/token' },
      fault: 'status',
      status: 500,
      times: 10,
    })
    await runJob(await getTestPayload(), 'renew-oauth-accounts', {})
    expect(await tokensOf('twitter')).toBe(x)
    expect(await tokensOf('linkedin')).not.toBe(linkedin)
  })
  it('that are renewed while someone disconnects the account don’t connect it again', async () => {
    await networks.connect('twitter', 60)
    const payload = await getTestPayload()
    const known = await socialNetworkFor(payload, createSocialNetwork)('twitter')
    if (!known) throw new Error('X has no keys')
    const { network } = known
    const opened = await openNetworkSession(
      { payload, platform: 'twitter' },
      {
        ...network,
        refresh: async (tokens) => {
          const renewed = await network.refresh(tokens)
          await disconnectSocialAccount(payload, editor.user, 'twitter')
          return renewed
        },
      },
    )
    expect(opened).toHaveProperty('problem')
    expect(
      await rowsOf(
        sql`select is_active, sealed_tokens, last_error from social_accounts where platform = 'twitter'`,
      ),
    ).toEqual([{ is_active: false, sealed_tokens: null, last_error: null }])
  })
  it('are stored encrypted and never sent in a URL', async () => {
    await networks.connectAll()
    for (const platform of socialPlatforms)
      await networks.run((await networks.write([platform], pictures(platform))).id, platform)
    const rows = JSON.stringify(await rowsOf(sql`select * from social_accounts`))
    const payload = await getTestPayload()
    for (const platform of socialPlatforms) {
      const known = await socialNetworkFor(payload, createSocialNetwork)(platform)
      const opened = known && (await openNetworkSession({ payload, platform }, known.network))
      const { accessToken, refreshToken } =
        opened && 'session' in opened
          ? opened.session.tokens
          : { accessToken: '', refreshToken: null }
      expect(accessToken.length).toBeGreaterThan(15)
      for (const token of [accessToken, refreshToken]) if (token) expect(rows).not.toContain(token)
    }
    for (const platform of socialPlatforms)
      expect(
        (await sandbox.callsTo(sandboxServiceOf[platform])).filter(
          ({ path }) => /access_token=/.test(path) && !/\/me(\?|$)/.test(path),
        ),
      ).toEqual([])
  })
})

describe('images', () => {
  const fileOf = async (media: number, ending: string) => {
    const [row] = await rowsOf<{ name: string }>(
      sql`select base_name as name from media where id = ${media}`,
    )
    return path.join(env.UPLOADS_DIR, `${row?.name}${ending}`)
  }

  it.each([
    ['is missing', (file: string) => rm(file)],
    ['is damaged', (file: string) => writeFile(file, 'no longer an image')],
  ])('fail a post with a reason if a file %s, and the post can be edited', async (_, damage) => {
    const width = 1_200 + Math.floor(Math.random() * 300)
    const media = await uploadPicture(editor, { width, height: 1_000 })
    const [row] = await rowsOf<{ widths: number[] }>(
      sql`select widths from media where id = ${media}`,
    )
    await damage(await fileOf(media, `-${Math.max(...(row?.widths ?? []))}.webp`))
    await networks.connect('twitter')
    const post = await networks.write(['twitter'], { mediaIds: [media] })
    const failed = await networks.run(post.id, 'twitter')
    expect([failed.status, networks.at(failed, 'twitter')?.reason]).toEqual([
      'failed',
      expect.stringContaining('couldn’t read an image'),
    ])
    const { call } = await import('@tests/support/request')
    const edited = await call('PUT', `/api/admin/social/posts/${post.id}`, {
      as: editor,
      body: {
        postText: 'Without the image',
        platforms: ['twitter'],
        status: 'published',
        mediaIds: [],
      },
    })
    expect(edited.status).toBe(200)
    expect((await networks.run(post.id, 'twitter')).status).toBe('published')
  })

  it('delay a post while the storage fails, and don’t let it go out twice', async () => {
    const media = await uploadPicture(editor, { width: 1_150, height: 1_000 })
    const blocked = await fileOf(media, '-social.jpg')
    await networks.connect('twitter')
    const post = await networks.write(['twitter'], { mediaIds: [media] })
    // A folder can't be read as a file.
    const whileBlocked = async (): Promise<void> => {
      await rm(blocked, { force: true })
      await mkdir(blocked)
      await expect(networks.run(post.id, 'twitter')).rejects.toThrow()
      await rm(blocked, { recursive: true })
    }
    await whileBlocked()
    expect(networks.at(await networks.get(post.id), 'twitter')).toMatchObject({
      status: 'waiting',
      reason: 'Something went wrong. We’ll retry automatically.',
    })
    await faultAt('twitter', { fault: 'reset-after' })
    await networks.run(post.id, 'twitter')
    await whileBlocked()
    expect(networks.at(await networks.get(post.id), 'twitter')).toMatchObject({
      status: 'unknown',
      isOver: false,
    })
    expect((await networks.run(post.id, 'twitter')).status).toBe('published')
    expect(await networks.published('twitter')).toBe(1)
  })
})

it('publishes a post on four networks and retries only the one that failed', async () => {
  await networks.connectAll()
  await faultAt('twitter', { fault: 'status', status: 403 })
  const post = await networks.write([...socialPlatforms], {
    mediaIds: [picture],
    hashtags: '#calm, morning',
  })
  for (const platform of socialPlatforms) await networks.run(post.id, platform)
  expect(await networks.get(post.id)).toMatchObject({
    status: 'failed',
    deliveries: expect.arrayContaining([
      expect.objectContaining({ platform: 'twitter', status: 'failed' }),
      expect.objectContaining({ platform: 'linkedin', status: 'published' }),
    ]),
  })
  const { call } = await import('@tests/support/request')
  await call('POST', `/api/admin/social/posts/${post.id}/deliveries/twitter/retry`, {
    as: editor,
    body: {},
  })
  for (const platform of socialPlatforms) await networks.run(post.id, platform)
  expect((await networks.get(post.id)).status).toBe('published')
  expect(
    await Promise.all(
      (['facebook', 'instagram', 'linkedin'] as const).map((platform) =>
        networks.published(platform),
      ),
    ),
  ).toEqual([1, 1, 1])
  const { posts } = await sandbox.control<{ posts: { text: string; mediaIds: string[] }[] }>(
    'x',
    'GET',
    '/ledger',
  )
  expect(posts).toEqual([
    expect.objectContaining({
      text: expect.stringContaining('#calm #morning'),
      mediaIds: [expect.any(String)],
    }),
  ])
})
