import { sql } from '@payloadcms/db-postgres'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf } from '@tests/support/payload'
import { useSandbox } from '@tests/support/sandbox'
import { sandboxServiceOf, uploadPicture, useNetworks } from '@tests/support/social-networks'

import { type SocialPlatform, socialPlatforms } from '@/modules/social/rules/social-post'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'

const sandbox = useSandbox()
let editor: TestPerson
const networks = useNetworks(sandbox, () => editor)

/** A seeded random number generator. */
const seededRandom = (seed: number) => () =>
  (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
const faults = [
  'reset-before',
  'reset-after',
  'truncated',
  'malformed',
  'html',
  'status',
  'slow down',
] as const
/** Set STORM=400 for a long run. */
const rounds = Number(process.env.STORM ?? 12)
const maxRuns = 14

const onNetwork = async (platform: SocialPlatform, marker: string): Promise<number> =>
  JSON.stringify(
    (
      await sandbox.control<{ posts?: unknown[]; media?: { caption?: string | null }[] }>(
        sandboxServiceOf[platform],
        'GET',
        '/ledger',
      )
    )[platform === 'instagram' ? 'media' : 'posts'] ?? [],
  ).split(marker).length - 1

it('publishes a post at most once, no matter which call fails or when a worker is killed', async () => {
  await getTestPayload()
  editor = await makePerson('editor')
  const picture = await uploadPicture(editor)
  await networks.connectAll()
  const random = seededRandom(20_261_121)
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One
  const outcomes: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    resetCircuitBreakers()
    await rowsOf(sql`truncate rate_limits`)
    const platform = socialPlatforms[round % socialPlatforms.length] as SocialPlatform
    const marker = `Storm ${round} over the ridge`
    const post = await networks.write([platform], {
      postText: marker,
      mediaIds: platform === 'instagram' || random() < 0.4 ? [picture] : [],
    })
    for (let index = 0; index < 1 + Math.floor(random() * 2); index += 1) {
      const fault = pick(faults)
      await sandbox.fault({
        provider: sandboxServiceOf[platform],
        match: random() < 0.6 ? { method: 'POST' } : {},
        ...(fault === 'slow down'
          ? { fault: 'status', status: 429, retryAfter: 60 }
          : fault === 'status'
            ? { fault, status: pick([500, 503]), when: pick(['before', 'after']) }
            : { fault }),
      })
    }
    let current = post
    for (let run = 0; run < maxRuns && current.status === 'sending'; run += 1) {
      current = await networks.run(post.id, platform)
      // Sometimes simulates a killed worker.
      if (random() < 0.25 && current.status === 'sending') await networks.abandon(post.id, platform)
    }
    await sandbox.clearFaults()
    const count = await onNetwork(platform, marker)
    outcomes.push(
      `${platform} ${current.status} ${networks.at(current, platform)?.status} ${count}`,
    )
    // A post is published once, or a user gets a reason. It is never published twice.
    expect([
      marker,
      platform,
      count <= 1,
      current.status === 'published' ? count : 'reason',
    ]).toEqual([marker, platform, true, current.status === 'published' ? 1 : 'reason'])
    if (current.status !== 'published')
      expect([marker, current.status, Boolean(networks.at(current, platform)?.reason)]).toEqual([
        marker,
        'failed',
        true,
      ])
  }
  expect(outcomes.filter((one) => one.includes(' published ')).length).toBeGreaterThan(rounds * 0.8)
}, 240_000)
