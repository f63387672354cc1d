import { printableItems } from '../faults/purchase'
import { keepSignedIn, type Suite, type SuiteReport, type Trust } from '../shop'
import { orderRaces, type RaceArena } from './order-races'
import { peopleRaces } from './people-races'
import { savingsRaces } from './savings-races'

const sizes = {
  quick: { rounds: 2, crowd: 8 },
  ci: { rounds: 20, crowd: 10 },
  full: { rounds: 200, crowd: 50 },
}

async function run(trust: Trust): Promise<SuiteReport> {
  const { rounds, crowd } = sizes[trust.scale]
  const owner = keepSignedIn(trust)
  const arena: RaceArena = {
    trust,
    crowd,
    owner: await owner(),
    signInAgain: () => owner(true),
    items: await printableItems(trust),
    name: '',
  }
  await trust.call('PUT', '/api/admin/settings', {
    body: { printfulAutoSubmit: false },
    cookie: arena.owner,
  })
  await trust.control('POST', '/printful/settings', { limits: false, progressMs: 0 })
  const failures: string[] = []
  let total = 0
  const races = Object.entries({ ...orderRaces, ...savingsRaces, ...peopleRaces }).filter(
    ([name]) => !trust.only || name.includes(trust.only),
  )
  for (const [index, [name, race]] of races.entries()) {
    const startedAt = Date.now()
    for (let round = 0; round < rounds; round += 1) {
      total += 1
      arena.owner = await owner()
      arena.name = `r-${trust.seed}-${index}-${round}`
      const wrong = await race(arena).catch((error: Error) => [error.message])
      failures.push(...wrong.map((one) => `${name}, round ${round}: ${one}`))
    }
    trust.log(`${name}: ${rounds} rounds in ${Math.round((Date.now() - startedAt) / 100) / 10} s`)
  }
  return { counts: { kinds: races.length, rounds: total, 'at once': crowd }, failures }
}

export const races: Suite = { letter: 'R', title: 'Races', run }
