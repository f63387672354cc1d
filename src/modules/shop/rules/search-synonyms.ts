/**
 * The synonyms of a new shop, one group per line. Words of a group are synonyms; words before an arrow find
 * those after it, but not the other way around.
 */
export const defaultSearchSynonyms = `tee, t-shirt, tshirt, tee shirt
shirt, top, blouse => tee, long sleeve, tank
clothes, clothing, apparel, outfit, outfits, garments => tee, long sleeve, tank, hoodie
short sleeve, short sleeves, short-sleeved => tee
hoodie, hoody, sweatshirt, sweat shirt, crewneck sweatshirt, crew neck sweatshirt, sweater, pullover, pull over, jumper, hooded sweatshirt
hooded, jacket, coat, windbreaker, zip, zipper, zip up, full zip, quarter zip, loungewear => hoodie
tank, tank top, tanktop, sleeveless, singlet, camisole, muscle shirt, muscle tee
long sleeve, longsleeve, long-sleeved, long sleeves
long sleeve tee, long sleeve t-shirt, henley => long sleeve
winter, cozy, warm, fleece, heavyweight => hoodie, long sleeve
summer, workout, gym, activewear => tank, tee
tote, bag, tote bag, totebag, canvas bag, shopping bag
purse, handbag, shoulder bag, grocery bag, market bag, book bag, backpack => tote
gray, grey
charcoal, dark gray, dark grey, charcoal gray, charcoal grey
light gray, light grey, heather, heather gray, heather grey => gray
2xl, 2x, xxl, xx-large
3xl, 3x, xxxl, xxx-large
xl, x-large, extra large
xs, x-small, extra small
small => s
medium => m
large => l
crewneck, crew neck => long sleeve, tee
sober, sobriety, alcohol-free
odaat, just for today, easy does it, first things first => one day at a time
this too shall pass => this too moves
let go, let it go, let go and let god, live and let live, surrender, acceptance => letting go
keep coming back => homing
progress not perfection => unfurl
to thine own self be true => true enough
aa, na, al-anon, alanon, smart recovery, 12 step, twelve step, friend of bill, alcoholics anonymous, narcotics anonymous, big book => recovery
aa meeting, na meeting => recovery, first meeting
dry january, sober curious => sober
prayer, god, faith, higher power, grace, blessed, church, jesus, christian => serenity
gratitude, grateful, thankful => sunrise, serenity
courage, strength, strong, brave, resilience, survivor, warrior => after the fire, stone by stone
never give up, dont give up, keep going, perseverance, one step at a time, baby steps => stone by stone, one day at a time
phoenix => after the fire
flower, floral, blossom, petal => wildflower, lotus
tree, woods, evergreen, pine tree => forest
leaf, leaves, plant, botanical, greenery => fern
stars, sky, night sky, celestial, galaxy, lunar => moon
butterfly => moth
cairn, stone stack, stacked stones => stone by stone
sparrow, bluebird, hummingbird, dove, crow, raven => bird
rock, pebble => stone
recovery, healing
recovery => sobriety
spiritual, spirituality
boho, bohemian, hippie
meditation, meditate, mindfulness, self care
yoga, namaste, zen, buddha, buddhist => meditation
addiction, addict, rehab, detox, relapse, clean, clean time => recovery, sobriety
mental health, depression, trauma, ptsd, therapy, self love => recovery, meditation
hope, new beginning, second chance, fresh start, rebirth => renewal, growth
mountain, ridge, peak
hiking, camping, outdoors => trail, forest, mountain
adventure, wanderlust, explore, journey => compass, trail
sunrise, sunshine, dawn, first light
ocean, sea, wave, beach
calm, serenity, peace
gift, present, stocking stuffer => tote, hoodie
present, stocking stuffer => gift
sponsor gift, gift for sponsor, gift for my sponsor => gift, tote, hoodie
anniversary, milestone, birthday, christmas, holiday, graduation, mothers day, fathers day, valentines day, what to get, what to buy => gift, tote, hoodie
soberversary, sober anniversary, sober birthday, sobriety birthday, sobriety gift, sober gift, recovery gift, one year, 1 year, six months, 6 months => sobriety, recovery, gift
craving, cravings, urge, drink, drinking, temptation
breath, breathing, breathe, breathing exercise
anxiety, anxious, stress, panic, worry => calm, breath, nerves, meditation
sad, sadness, struggling, hard day => hard nights
lonely, loneliness, alone => friendship, community, belonging
insomnia, sleepless, tired, cant sleep => sleep
newcomer, newly sober => first meeting
sponsor, sponsee => recovery, walking beside
loved one, husband, wife, spouse => walking beside
forgiveness, amends, making amends => trust
grief, loss
wash, washing, wash instructions, washing instructions, care instructions, shrink, dryer => laundry
data, my data, personal data, cookies, tracking => privacy
red, rust => clay
navy, indigo, violet, dark blue => dusk
burgundy, maroon, wine => plum
teal, turquoise, aqua => river
olive, sage => lichen, pine
ivory => bone
orange, yellow, gold, mustard => marigold
brown, terracotta => clay
purple, lavender, lilac => plum, dusk
pink, blush, coral => rose
blue => river, dusk
light blue, sky blue => river
green => pine, fern, lichen
dark green, forest green => pine
beige, cream, natural, tan, khaki => bone, oat
off-white => bone, white`

const maxLines = 200
const maxPhrases = 20
const maxPhraseLength = 40
export const maxSynonymsLength = 8000

/** One-way synonyms: a search for a phrase of `from` also finds those of `to`. */
export type SynonymRule = { from: string[][]; to: string[][] }

/** Returns the words of a text in lower case, without accents, apostrophes, and punctuation. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/[\p{M}'’]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

const phrasesOf = (text: string): string[][] =>
  text
    .split(',')
    .map(wordsOf)
    .filter((words) => words.length > 0)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Parses the setting; empty groups are skipped. */
export function parseSynonyms(text: string): SynonymRule[] {
  return linesOf(text).flatMap((line) => {
    const [left = '', right] = line.split('=>')
    const from = phrasesOf(left)
    const to = right === undefined ? from : phrasesOf(right)
    return from.length > 0 && to.length > 0 ? [{ from, to }] : []
  })
}

/** Returns the starter synonyms for words that no line of the setting begins with, as lines to add to it. */
export function missingSynonyms(text: string): string[] {
  const phrases = (rules: readonly SynonymRule[]) =>
    rules.flatMap(({ from }) => from.map((words) => words.join(' ')))
  const known = new Set(phrases(parseSynonyms(text)))
  return linesOf(defaultSearchSynonyms).flatMap((line) => {
    const [rule] = parseSynonyms(line)
    const from = phrases(rule ? [rule] : []).filter((phrase) => !known.has(phrase))
    if (from.length === 0) return []
    if (rule && from.length === rule.from.length) return [line]
    const to = rule?.to.map((words) => words.join(' ')).filter((phrase) => !from.includes(phrase))
    return [`${from.join(', ')} => ${to?.join(', ')}`]
  })
}

const problemOfLine = (line: string): string | null => {
  const sides = line.split('=>')
  if (sides.length > 2) return 'uses => more than once'
  const [from = [], to] = sides.map(phrasesOf)
  const all = [...from, ...(to ?? [])]
  if (all.length > maxPhrases) return `has more than ${maxPhrases} entries`
  if (all.some((words) => words.join(' ').length > maxPhraseLength))
    return `has an entry longer than ${maxPhraseLength} characters`
  const isComplete = to ? from.length > 0 && to.length > 0 : from.length > 1
  return isComplete ? null : 'needs at least two entries'
}

/** Returns what is wrong with the setting, for staff; null if nothing is. */
export function synonymsProblem(text: string): string | null {
  const lines = linesOf(text)
  if (lines.length > maxLines) return `Please use ${maxLines} lines or fewer.`
  for (const line of lines) {
    const problem = problemOfLine(line)
    if (problem) return `“${line.slice(0, 60)}” ${problem}.`
  }
  return null
}
