import { sql } from '@payloadcms/db-postgres'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf } from '@tests/support/payload'
import { useSandbox } from '@tests/support/sandbox'
import { doubleOf, uploadPicture, useNetworks } from '@tests/support/social-networks'

import { type SocialPlatform, socialPlatforms } from '@/modules/social/rules/social-post'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'

const sandbox = useSandbox()
let editor: TestPerson
const networks = useNetworks(sandbox, () => editor)

/** The same each time. */
const dice = (seed: number) => () =>
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
/** STORM=400 for a long night. */
const rounds = Number(process.env.STORM ?? 12)
const mostRuns = 14

const onNetwork = async (platform: SocialPlatform, marker: string): Promise<number> =>
  JSON.stringify(
    (
      await sandbox.lever<{ posts?: unknown[]; media?: { caption?: string | null }[] }>(
        doubleOf[platform],
        'GET',
        '/ledger',
      )
    )[platform === 'instagram' ? 'media' : 'posts'] ?? [],
  ).split(marker).length - 1

it('whatever breaks on the way, and wherever a worker is killed, a post is on its network once', async () => {
  await getTestPayload()
  editor = await makePerson('editor')
  const picture = await uploadPicture(editor)
  await networks.connectAll()
  const roll = dice(20_261_121)
  const pick = <One>(list: readonly One[]): One => list[Math.floor(roll() * list.length)] as One
  const outcomes: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    resetCircuitBreakers()
    await rowsOf(sql`truncate rate_limits`)
    const platform = socialPlatforms[round % socialPlatforms.length] as SocialPlatform
    const marker = `Storm ${round} over the ridge`
    const post = await networks.write([platform], {
      postText: marker,
      mediaIds: platform === 'instagram' || roll() < 0.4 ? [picture] : [],
    })
    for (let many = 0; many < 1 + Math.floor(roll() * 2); many += 1) {
      const fault = pick(faults)
      await sandbox.fault({
        provider: doubleOf[platform],
        match: roll() < 0.6 ? { method: 'POST' } : {},
        ...(fault === 'slow down'
          ? { fault: 'status', status: 429, retryAfter: 60 }
          : fault === 'status'
            ? { fault, status: pick([500, 503]), when: pick(['before', 'after']) }
            : { fault }),
      })
    }
    let now = post
    for (let run = 0; run < mostRuns && now.status === 'sending'; run += 1) {
      now = await networks.run(post.id, platform)
      // Now and then whoever was at it is gone without a word.
      if (roll() < 0.25 && now.status === 'sending') await networks.abandon(post.id, platform)
    }
    await sandbox.clearFaults()
    const count = await onNetwork(platform, marker)
    outcomes.push(`${platform} ${now.status} ${networks.at(now, platform)?.status} ${count}`)
    // Out and known to be out, or somebody was told what to do; twice never.
    expect([marker, platform, count <= 1, now.status === 'published' ? count : 'told']).toEqual([
      marker,
      platform,
      true,
      now.status === 'published' ? 1 : 'told',
    ])
    if (now.status !== 'published')
      expect([marker, now.status, Boolean(networks.at(now, platform)?.reason)]).toEqual([
        marker,
        'failed',
        true,
      ])
  }
  expect(outcomes.filter((one) => one.includes(' published ')).length).toBeGreaterThan(rounds * 0.8)
}, 240_000)
