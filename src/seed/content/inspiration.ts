import type { SeedContent } from './blocks'

/** Inspiration: short pieces about the things in the prints. */
export const inspiration: readonly SeedContent[] = [
  {
    slug: 'twenty-four-rays',
    title: 'Twenty-four rays',
    excerpt:
      'Why the sun on our shirts has exactly that many, and what to do with the one you’re in.',
    contentType: 'inspiration',
    picture: 'emblem:one-day',
    tags: ['one day at a time', 'sun', 'design'],
    status: 'published',
    publishedDaysAgo: 16,
    viewCount: 366,
    seoTitle: 'Twenty-four rays: on the hour you are in',
    seoDescription:
      'The suns in our prints have twenty-four rays, one for each hour. How that happened, and what to do with the hour you’re in. Three minutes.',
    seoKeywords:
      'one day at a time, twenty-four hours, sun print, recovery inspiration, hour by hour',
    relatedProductSlugs: ['one-day-tee', 'first-light-long-sleeve', 'serenity-long-sleeve'],
    body: [
      {
        p: 'Count them, if you have one of our prints handy. The sun that comes up behind the mountains on First Light has twenty-four rays, twelve long and twelve short. So does the sun over the river on Serenity, and the one behind the wave. Nobody planned it as a secret. The first sun we drew had nineteen and looked like a sea urchin. We tried thirty, and that looked like an award. At twenty-four it settled down, and one of us said, “Well, there’s a day,” and after that we couldn’t very well have any other number.',
      },
      {
        p: 'It has spread. The compass has twenty-four marks around its rim. There are twenty-four small strokes over the lotus. It’s become a house rule, and like most house rules it gets enforced by whoever is in the worst mood.',
      },
      {
        p: 'The exception is the One Day print, the one with the words. There the sun sits on a line between *at* and *a*, half up, with twelve rays showing. We didn’t leave any out. The other twelve are below the line, on their way.',
      },
      {
        p: 'I like a day as a unit. It comes already cut, and somebody else does the cutting. But there are days you can’t pick up by the handle, and whoever first said *one day at a time* must have had a few of them, because in the rooms where people say it you’ll also hear the small change: one hour, one cup of coffee, until the end of this song. A friend of mine got through the first part of a bad November a load of laundry at a time. She had never owned so many folded things.',
      },
      {
        p: 'So here is the use I make of the rays. When a day is too big I pick out the one I’m in. It’s four in the afternoon, say. That’s one of the short rays, over toward the right, nothing much to look at. All it asks is that I get from four to five. I try to find out what four o’clock has got in it. Usually there’s a window with some weather on the other side, and a person or a plant within reach that could do with something. There’s a thing I’ve been putting off that would take nine minutes. At five I’m at liberty to look up and see what’s next.',
      },
      {
        p: 'I have also noticed that the rays don’t touch each other. There’s a gap between each one and the next, where the cloth shows through, and without the gaps it would just be a yellow disk. You may take that however you like. I take it as permission to sit down between things.',
      },
      {
        p: 'None of this makes a bad hour good. Three in the morning is a ray as well, and I wouldn’t hang it on a wall. But it’s one out of twenty-four and it’s the same width as the others. I know, because I’ve measured. I had the file open anyway, and it was about that time of night.',
      },
      {
        p: 'If you’re wearing one of the shirts, and somebody asks you about the sun, you don’t owe them any of this. You can tell them it’s a sun.',
      },
    ],
  },
  {
    slug: 'the-old-moon-in-the-new-moons-arms',
    title: 'The old moon in the new moon’s arms',
    excerpt:
      'Look closely at a thin moon and you can see the rest of it. There’s a plain reason for that, and I find it good company.',
    contentType: 'inspiration',
    picture: 'emblem:every-phase',
    tags: ['moon', 'night', 'patience'],
    status: 'published',
    publishedDaysAgo: 67,
    viewCount: 231,
    seoTitle: 'The old moon in the new moon’s arms: on earthshine',
    seoDescription:
      'Earthshine, a supermarket parking lot, and why you can see the whole moon on the thinnest nights. A short piece of inspiration.',
    seoKeywords: 'earthshine, crescent moon, moon phases, patience, recovery inspiration',
    relatedProductSlugs: ['every-phase-hoodie', 'every-phase-tee'],
    body: [
      {
        p: 'Come out of the supermarket on the right evening, two or three days past the new moon, and there’ll be a thin bright crescent low in the west over the cart return. Put the bags down a minute. If the sky’s clear, and you let your eyes get used to it, you’ll see that the crescent isn’t all there is. The remainder of the moon is there too, faintly, gray as pencil, a whole round thing held in that bright rim like an egg in a spoon.',
      },
      {
        p: 'Sailors called it the old moon in the new moon’s arms. In the ballad of Sir Patrick Spens it’s taken for a sign of bad weather, and the ship goes down, so it doesn’t begin with a good reputation. The plain name is earthshine. The crescent is lit by the sun. The dim part is lit by us: sunlight hits the daytime side of the Earth, a portion of it bounces off our clouds and oceans and goes out to the moon, and a bit of *that* comes back to a person holding a bag of groceries. It’s third-hand light. Leonardo worked it out five hundred years ago, got one detail wrong, and was right about the rest.',
      },
      {
        p: 'I first had it explained to me by a boy of nine who was bored, outside a meeting his mother was in and that I had come out of. I’d come out because I couldn’t sit any longer and listen to people who were doing well. I have no excuse for this, they were very nice people. I said something to the boy about there not being much of a moon. He gave me the look I deserved. “It’s all there,” he said. “It’s just that only some of it’s got the sun on it.” And he explained about the Earth, using a basketball and my head.',
      },
      {
        p: 'It would be easy to turn that into a poster, and I’d ask you not to. What stayed with me was the geometry. When the moon is at its thinnest for us, we are at our brightest for it. Anybody standing on the dark part would see a nearly full Earth, huge and blue-white, lighting up the rocks enough to read by. It’s thin nights here when the reflected light does the most. Once the moon fills out you can’t see the earthshine anymore. The good light drowns it.',
      },
      {
        p: 'I’ve had some thin stretches. What there was of me that showed, in those months, was a sliver, and I was quite certain that what people saw was all there was. My sister used to come over on Sundays and talk to me as though I were the entire person, the one who liked crosswords and had opinions about gravy. She would leave a space for me to say my opinion. I thought she was being tactful. It occurred to me much later that from where she stood she could simply see it: the rest of me, dim, but with a perfectly definite edge, and some of the light on it was hers.',
      },
      {
        p: 'I told her that once. She said it was the crossword she’d come for, and that nobody else would do the Downs.',
      },
      {
        p: 'There’s a print of ours with the phases in an arc, seven of them, and underneath a big full moon with its craters showing. When we were drawing it we argued about the thin ones at the ends. On cloth, a crescent is only a crescent. You can’t print earthshine in two inks, we tried, and it came out as a smudge. So the rest of those moons is just the shirt. I think that’s fair enough. It’s there, it’s holding the thing up, and you can’t see it unless you know how to look.',
      },
      {
        p: 'The next young moon is never more than a month off. Check an almanac, or notice when you haven’t seen one for a few nights. Go out half an hour after sundown, look low in the west, and let your eyes have a minute. Bring the groceries in first, if there’s ice cream.',
      },
    ],
  },
  {
    slug: 'a-lotus-behind-the-tire-shop',
    title: 'A lotus behind the tire shop',
    excerpt:
      'I work the counter. There was an old stock tank out back, and a customer who paid for an alignment with a root in a bread bag.',
    contentType: 'inspiration',
    picture: 'emblem:through-the-mud',
    tags: ['lotus', 'growing', 'work'],
    status: 'published',
    publishedDaysAgo: 124,
    viewCount: 259,
    seoTitle: 'A lotus behind the tire shop: what the mud does',
    seoDescription:
      'How to grow a lotus in a stock tank next to a pile of bald radials, told by the person at the counter. A short piece of inspiration.',
    seoKeywords: 'lotus, growing lotus in a container, mud, slow growth, recovery inspiration',
    relatedProductSlugs: ['through-the-mud-tank'],
    body: [
      {
        p: 'There’s a saying about the lotus and the mud, and you have seen it on a mug. I had the mug. It was a gift from a woman in my Thursday group, who meant it well, and I drank out of it for a year behind the counter of a tire shop without once asking myself how the thing was actually done.',
      },
      {
        p: 'Then Mrs. Tran came in for an alignment and was eleven dollars short. She went out to her car and came back with a bread bag, and in the bag, in wet newspaper, was a root like three fat sausages end to end. She grows them in kiddie pools. She said this one was worth more than eleven dollars, and, since I now know the price of lotus, so it was.',
      },
      {
        p: 'We had a stock tank out back, the round galvanized kind, left over from a former tenant who’d kept something in it. I asked Ray, who owns the place, if I could use it. He said if it bred mosquitoes it was my problem. So here’s the method, for anyone who has the mug.',
      },
      {
        p: 'You need about eight inches of mud. Potting mix is no good, since it floats. Mrs. Tran said ordinary heavy dirt from the ground, the worse the better, the kind that sticks to a shovel. We have a lot of that. I wheeled it from beyond the pile of bald radials, in my work boots, at lunch.',
      },
      {
        p: 'You lay the root on top, and then you push mud over the middle of it but not the end. This was the part she made me say back to her. At the tip there’s a shoot, about as long as a finger and as easy to break as a green bean. If you bury it, it rots. If you snap it off the root may not make another. You set a flat stone over the middle to hold it down, and leave the tip sticking out, and you let in water, slowly, with the hose against a board so that it doesn’t stir everything up. I had taken it from the mug that the mud did the work by being on top of you. It turns out you only want so much.',
      },
      {
        p: 'Then it’s ugly for two months. I’d like to stress that to anyone who’s starting out. What you have is a tank of brown water. I checked it on every break. The guys in the bays checked it as well, and gave me reports in the voice you’d use for a hospital patient. At the end of May a leaf came up the size of a quarter and lay flat on the water, and the next morning it had a bead of dew running around on it like mercury, and Ray, who doesn’t say a lot, said, “Huh.”',
      },
      {
        p: 'The first leaves float. The next ones stand up. By July there were eleven of them, standing clear of the water on stalks as tall as my hip, and each was as wide as a hubcap, and when it rained the water rolled off and took the brake dust with it. There were no mosquitoes, because by that time there was a frog. I don’t know where a frog comes from behind a tire shop.',
      },
      {
        p: 'It didn’t flower that year. Mrs. Tran came by to look and told me they mostly don’t, the first summer. They’re busy. In the fall it all went brown and fell over, and she said to leave it, just keep the water up so the root wouldn’t freeze. I did not enjoy that winter for reasons that had nothing to do with gardening. There were a few weeks when the one fixed point in my day was to go outside and knock a hole in the ice with a lug wrench so the frog could breathe, if he was in there.',
      },
      {
        p: 'The next July there was one bud, on a Wednesday. It opened by seven in the morning and shut again by noon. They do that three or four days running, a bit wider each day, then drop the lot. I worked it out later that about two hundred people saw it, counting customers. A man who’d come in with a flat and been pretty short with me stood in front of it in his tie for I don’t know how long. He asked me what you feed it.',
      },
      { p: 'I said dirt. He said no, really.' },
      {
        p: 'I still have the mug. The handle’s gone, and it holds the valve caps. Mrs. Tran brings her car to us every six months, and we do the alignment for nothing, on Ray’s instructions. This spring we divided the root, and I sent a customer home with a piece in a bread bag. I made her say the part about the tip back to me.',
      },
    ],
  },
  {
    slug: 'notes-on-one-fern',
    title: 'Notes on one fern',
    excerpt:
      'I watched a single fiddlehead from the back step for as long as it took. It took most of a month, and for a lot of that I thought it had stopped.',
    contentType: 'inspiration',
    picture: 'emblem:unfurl',
    tags: ['fern', 'patience', 'watching'],
    status: 'published',
    publishedDaysAgo: 184,
    viewCount: 312,
    seoTitle: 'Notes on one fern: a diary from the back step',
    seoDescription:
      'A back-step diary of one sword fern uncurling in April, with weather, slugs and interruptions. A short piece of inspiration.',
    seoKeywords: 'fiddlehead, fern unfurling, slow growth, nature diary, patience',
    relatedProductSlugs: ['unfurl-tee', 'unfurl-hoodie'],
    body: [
      {
        p: '**April 2.** Knelt to pick up the recycling that the wind got and found the sword fern by the step has seven new knobs in its middle, brown and furry, like the knuckles of something asleep. Have lived here five years. Never looked. Picked one at random, tied a bit of red thread around last year’s stalk beside it so I’d know it again.',
      },
      { p: '**April 3.** It’s a knob.' },
      {
        p: '**April 5.** Still a knob. I’ve brought a kitchen chair out. My coffee goes cold faster here but I see more. The scales on it are papery, the color of a grocery bag, and there’s a drop of water hanging off the thing that has the entire yard in it, upside down.',
      },
      {
        p: '**April 7.** Up by the width of two fingers. It has a neck now. The curl is so tight I can’t see into it. Looked up how it works: the whole frond is already in there, every leaflet, made last year and put away. It isn’t making itself up as it goes along. It’s only coming out. I thought about that through two phone calls that I should have been listening to.',
      },
      { p: '**April 8.** Slug. Moved slug.' },
      { p: '**April 9.** Slug, possibly the same one. Moved it farther.' },
      {
        p: '**April 12.** Nothing for three days. It’s been cold, low forties, raining sideways. The fern hasn’t moved. I have been measuring against a chopstick stuck in the ground and the chopstick says no. Went in and reorganized the spice drawer with some force.',
      },
      {
        p: '**April 13.** Same. J. called, asked how I was. I told her the fern was stuck. She said, “The fern is.” I said yes. She said, “Okay,” and waited, so then I told her the rest of it, and we were on the phone for an hour.',
      },
      {
        p: '**April 15.** Warm. *Three inches since yesterday.* It must have been getting ready the whole time, or perhaps it was just cold and is now less cold. I distrust myself on this point. The neck has bent over backward to make room, and the curl’s come up off the ground and hangs out in front like a lamp.',
      },
      {
        p: '**April 16.** First leaflets let go, at the bottom. Each one is a curl of its own. No bigger than a comma. So it’s curls all the way in. The lowest ones open while the top’s still wound shut. It puts out what it can at the bottom and keeps the tip wrapped until last, because, according to the library book, the tip is where the growing happens and there’s only the one.',
      },
      {
        p: '**April 18.** Had a hard day about something else. Sat with it after dark with a flashlight, feeling foolish. You can’t see it move. I believe I’d have to be a good deal more still than I am.',
      },
      {
        p: '**April 20.** Neighbor’s kid came through the hedge after a ball, and saw the thread, the chopstick and the chair. Asked what I was doing. Told him. He squatted down and looked for a good long while and then said, “It looks like it’s about to say something.” He’s right. Then he stood on number four. Number four is finished, I think. He was very sorry. I told him that there are six others and that the plant has been stepped on before, mostly by me.',
      },
      {
        p: '**April 22.** Ten inches. It leans toward the step. I’d been thinking of that as affection, but there’s a gap in the neighbor’s roofline on this side and it gets the sun from four o’clock on.',
      },
      { p: '**April 23.** Away for work.' },
      { p: '**April 24.** Away. Thought of it in the hotel, which had a plastic one.' },
      {
        p: '**April 26.** Home. Came around the side of the house with my suitcase before I’d even unlocked the door. It had gotten along without me, naturally. Most of the length is out flat now and only the last bit’s wound, about the size of a dime, nodding. And number four, the one that was stood on, has pushed up crooked, with a bend in it like a drinking straw. Green as anything above the bend.',
      },
      {
        p: '**April 29.** The tip opened overnight and I missed it. I’d like to have seen it. I’d been there for the slugs.',
      },
      {
        p: 'It’s a fern. It has more leaflets than I felt like counting, soft as a cat’s ear, and a paler green than the old ones around it, which are all torn and spotted and still holding it up. Took the red thread off. Left the chair.',
      },
    ],
  },
  {
    slug: 'what-was-in-the-pack',
    title: 'What was in the pack',
    excerpt:
      'Emptying a backpack onto a motel bed after the first day out, with a scale borrowed from the post office.',
    contentType: 'inspiration',
    picture: 'emblem:travel-light',
    tags: ['trail', 'letting go', 'travel light'],
    status: 'draft',
    viewCount: 0,
    seoTitle: 'What was in the pack: on carrying less',
    seoDescription:
      'An inventory of forty-one pounds, a motel bed, and what it costs to carry something for every fear. A short piece of inspiration.',
    seoKeywords: 'traveling light, letting go, hiking, fear, recovery inspiration',
    relatedProductSlugs: ['travel-light-tee'],
    body: [
      {
        p: 'Forty-one pounds, according to the woman at the post office, who let me put it on the parcel scale. “Are you moving?” she asked.',
      },
      {
        p: 'I was walking sixty miles of trail, by myself, in five days, and I’d done the first nine of them. Then I’d come to a road with a town at the end of it, gotten a room in the only motel, and found I couldn’t lift my arms above my shoulders to take off my shirt. So I carried the pack over to the post office. Then I carried it back and turned it out on the bed.',
      },
      { p: 'Here’s what was in it, more or less by weight.' },
      {
        p: 'A tent, a sleeping bag, a stove, food for seven days. For five days’ walking, that’s food for two extra days, in case I got lost, and I’d packed the lentils as well, in case the food ran out. Water for a dry stretch that hadn’t been dry since April. Fuel for nine days.',
      },
      {
        p: 'Three ways of making a fire. Four ways of telling where I was, of which one needed a satellite, another needed the stars, and I can’t read the stars. A snakebite kit of a kind I’ve since been told you shouldn’t use. A whistle, and another whistle.',
      },
      {
        p: 'Two paperbacks, in case I finished the first. A journal I hadn’t written in, with a pen, and a spare pen. A deck of cards, and I was alone.',
      },
      {
        p: 'A wool hat, a sun hat, a rain hat. A going-out shirt, with a collar. I held that up for a while. I believe I’d thought that somebody might ask me to dinner.',
      },
      {
        p: 'There was a letter in there too. I’d been carrying that one for longer than the pack. It was addressed to someone I owed an apology, and I had written it a couple of years earlier, on advice, and been further advised not to send it, since sending it would mostly have been for my benefit. So I’d kept it on me. I had never put it on a scale. It weighed less than an ounce.',
      },
      {
        p: 'Long-distance hikers have a saying that you pack your fears. It was written on the wall at the trailhead toilet, so I’d had a chance to read it beforehand, but I took it to be about other people. Lying next to all those hats I could go down the list and say which fear each one was. The lentils were being hungry. The paperbacks were being alone with it at night, and so were the cards. The whistles were no one coming. Both whistles were.',
      },
      {
        p: 'I had it in mind that I’d now strip everything down to the essentials, like somebody in a book. I want to be accurate about what I did, which was to take out nine pounds. I kept the second whistle. I’ve kept it since. I mailed home the lentils and the collared shirt. Stove fuel can’t be mailed, so the spare went on the motel porch with a note. I gave the cards to two kids in the parking lot, who already had a deck. The woman at the post office charged me eleven dollars and taped up the box. She said that people did this every week in the season. There’s a shelf in the back with things they’ve asked her to throw away and she hasn’t had the heart to. She let me see. It was nearly all books and frying pans.',
      },
      {
        p: 'The letter I read through one more time on the motel bed. It was a good deal about me. I tore it in four and put it in the wastebasket, then felt strange about the maid, so I took it out and burned it in the sink, using one of my three ways. That set off the smoke alarm. I stood on the bed flapping at the thing with the rain hat and laughed harder than I had in I couldn’t say how long. Some years afterward I had the chance to say a short version of it to the person herself, at her kitchen table. It took under a minute and she asked me to stay to lunch.',
      },
      {
        p: 'Thirty-two pounds is still too heavy, and nobody floated. My shoulders hurt for four more days, although lower down, and I passed a girl with a pack about the size of a loaf of bread, going the other way and whistling, and I did not like her.',
      },
      {
        p: 'But on the third night it rained hard for six hours, and I lay in the tent and read the one book. There wasn’t another to save it for. I read it slowly. At some point it got late, and I noticed I had everything I needed within reach of one arm.',
      },
    ],
  },
]
