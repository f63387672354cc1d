import type { SeedContent } from './blocks'

/** Reflections: first-person pieces read at /reflections. */
export const reflections: readonly SeedContent[] = [
  {
    slug: 'what-the-fireweed-knows',
    title: 'What the fireweed knows',
    excerpt: 'It is the first flower on burned ground, and it doesn’t ask what happened there.',
    contentType: 'reflection',
    picture: 'meadow',
    tags: ['renewal', 'nature', 'patience'],
    status: 'published',
    publishedDaysAgo: 9,
    viewCount: 412,
    seoTitle: 'What the fireweed knows: a reflection on not being ready',
    seoDescription:
      'A hillside the summer after a wildfire, a pale root under the ash, and going back to choir before feeling finished. A six-minute reflection.',
    seoKeywords:
      'fireweed, after wildfire, recovery reflection, starting again, nature and recovery',
    relatedProductSlugs: ['after-the-fire-tote', 'unfurl-tee'],
    body: [
      {
        p: 'The summer after the ridge burned, I drove up to see what was left. I expected gray. What I found was a whole hillside of pink, shoulder high, loud with bees.',
      },
      {
        p: 'I had packed for grief. There was a sandwich I didn’t think I’d eat and a bandanna for the ash, and I had taken all of a Tuesday off because I assumed I would want the afternoon to be sad in. This was the ridge I walked the first spring I was well enough to want to go outside. I knew some of its trees personally. At the second switchback stood a Douglas fir with a root worn smooth by people sitting on it, and I had done a good part of the wearing, sometimes for the view and sometimes because I didn’t feel up to the car.',
      },
      {
        p: 'The fir was gone. I could tell where it had been by the hole. When a big tree burns, the roots can go on smoldering underground for weeks, and what’s left afterward is a set of tunnels in the shape of its feet, so you have to watch where you put your own. I stood beside the hole in all that pink and felt badly dressed for the occasion.',
      },
      {
        p: 'A woman in a green Forest Service shirt was working her way along the trail with a clipboard and a square made of plastic pipe. She’d toss the square down, count what was growing inside it, write a number, and toss it again. I asked her how the seeds had gotten there so fast. I had read about the seeds: thousands to a plant, each on its own thread of silk, crossing whole valleys.',
      },
      { p: '“Some of this blew in,” she said. “A lot of it was already here.”' },
      {
        p: 'She got down on one knee, worked two fingers into the ash, and showed me a root, pale, about as thick as a bootlace, running sideways. Before the fire, she said, you’d have found a few thin fireweed in the gaps between the trees, knee high, hardly blooming. Most people would have walked past them for years. The fire took the tops off. The roots lay a few inches down, where the heat didn’t reach, and then one morning there was a great deal of light.',
      },
      { p: 'I have thought about that root more than I’ve thought about the flowers.' },
      { quote: 'Nothing about that hill was ready. It was simply its turn.' },
      { h2: 'Ready is not a requirement' },
      {
        p: 'At the time I had been waiting for a version of myself that felt finished before I let anyone see me. I can be specific about this. I was waiting to go back to choir.',
      },
      {
        p: 'I used to sing alto in a community choir that meets on Wednesdays in the high school band room. When I got well I told myself I’d go back once my hands had stopped shaking. Then it was going to be when I had a better job to tell people about, and after that, when I could account for the four years. I had drafted the account. It was a good one, with a beginning and a moral, and every few months I revised it, and in the meantime I hadn’t sung anywhere but the car.',
      },
      {
        p: 'What struck me about the hillside was how little it accounted for. The black trunks were standing right there in the flowers. Nobody had tidied up. You could have taken a photograph of the damage and a photograph of the bloom from the same spot without turning around, and the bees went back and forth as though the distinction was ours to worry about.',
      },
      {
        p: 'I asked the woman how long it would stay like this. A few good years, she said. Fireweed likes open ground, and the better it does, the less open the ground gets. Shrubs come up through it, and young trees through those, and then shade. “It sort of works itself out of a position,” she said. In the end there would be forest again, with a few thin stems in the gaps.',
      },
      { p: 'I said that seemed hard on the fireweed.' },
      { p: 'She looked at me with some patience. “It’s a plant,” she said.' },
      { h2: 'Second row, on the left' },
      {
        p: 'I went back to choir that September. I would like to report that I walked in as I was, but in fact I practiced the account all the way there and once more in the parking lot. At the door there was a folding table, and behind it a woman whose name tag said DOT. She asked me what I sang. I said alto, and took a breath to begin.',
      },
      {
        p: '“Oh, thank God,” said Dot. “We have three.” She gave me a folder and pointed at a chair, and that was the end of the interview.',
      },
      {
        p: 'We did a shaky Fauré. I knew two people. At the break one of them told me she was glad to see me and that the coffee had gotten worse. Nobody has ever asked about the four years. I’ve told a few of them since, in cars, when it came up. What people mostly wanted to know, that first fall, was whether I’d sing tenor in a pinch.',
      },
      {
        p: 'I still go up to the ridge every August. The flowers open from the bottom of the stalk upward, and the people who live up there read them like a gauge: when the top ones go, that’s summer. Then the pods split and the whole slope turns to white fluff that sticks to your lip when you drink from your water bottle. Last year there were alders in it up to my knee, and something I’m fairly sure was a Douglas fir, about the size of a toothbrush.',
      },
      {
        p: 'I looked for the hole at the second switchback. It’s still there, with the edges caved in a little. There’s a fern growing in it, which I suppose I might have guessed.',
      },
      { p: 'If you would like something to do with this, here is what I did with it.' },
      {
        list: [
          'Name one bare patch in your week. Don’t fix it.',
          'Put one thing there that asks little of you: a walk, a call, a glass of water.',
          'Come back tomorrow and look.',
        ],
      },
    ],
  },
  {
    slug: 'the-lake-at-six-in-the-morning',
    title: 'The lake at six in the morning',
    excerpt:
      'Sound carries over still water. I learned this from two men in a boat, and from what one of them did with a sandwich.',
    contentType: 'reflection',
    picture: 'stillwater',
    tags: ['listening', 'morning', 'friendship'],
    status: 'published',
    publishedDaysAgo: 76,
    viewCount: 268,
    seoTitle: 'The lake at six in the morning: a reflection on listening',
    seoDescription:
      'An overheard conversation across still water, and the best answer to bad news I have ever heard. A four-minute reflection.',
    seoKeywords: 'listening, grief and recovery, quiet morning, friendship in recovery, reflection',
    relatedProductSlugs: ['serenity-long-sleeve'],
    body: [
      {
        p: 'Sound carries over still water in a way that takes people by surprise. I learned this from two men and a transmission.',
      },
      {
        p: 'That spring I had the hour between five-thirty and six-thirty to get rid of. It was too late to go back to sleep and too early to be of use to anyone, and in my apartment it had a hum in it, which I eventually worked out was the refrigerator. So I started driving to the lake. At the north end there’s a boat ramp with a concrete curb exactly the height of a kitchen chair. I would sit there with a thermos until I could decently go to work.',
      },
      {
        p: 'At six o’clock the lake has nothing on it. The mist is about waist high, the mountain lies upside down in the water with hardly a smudge, and the coots haven’t started. Coots are small black water birds that always sound as if somebody has just told them the price. When the coots start, the day is under way, and you may as well screw the lid back on.',
      },
      {
        p: 'The two men came on Thursdays. They put in from the far shore, so I never saw them up close, only a flat green boat with two shapes in it and two lines going down. They must have been three hundred yards out, and I could hear them as if we were sharing a booth: a dropped pair of pliers, the small gasp of their own thermos. For three Thursdays I listened to a discussion of the transmission in a pickup truck, whether to rebuild it or replace it, with figures. I came to have views.',
      },
      {
        p: 'The fourth Thursday they were silent for so long that I forgot about them. Then the one in the bow said, in the same voice he had used for the transmission, that he’d been up all night. It was nine weeks since the funeral, he said. People had stopped bringing food, and he hadn’t known how much he was relying on the food. At two in the morning he had stood in the kitchen with a cupboard open and thought about the old way of getting through a night, and then he’d gone out and sat in the truck until it was light, with the keys left in the house.',
      },
      {
        p: 'I should have gone back to my car. It would have meant standing up, on gravel, and announcing myself.',
      },
      {
        p: 'The other man let it be quiet for what I’d guess was a full minute. I have sat in a good many circles of chairs where somebody says a thing like that, and the minute that follows is a scramble, everyone patting their pockets for something wise. I have been the worst of the patters. I was doing it then, three hundred yards off, with nobody asking.',
      },
      { p: 'What he said was, “You want the other half of this?”' },
      { p: 'I heard wax paper. I heard the man in the bow say, “What is it?”' },
      { p: '“Egg.”' },
      { p: 'They ate. A fish jumped and nobody remarked on it.' },
      {
        p: 'When they had finished, the second man mentioned that his sister would be away until the end of the month, and that the bed in her spare room was made up. He wasn’t suggesting anything, he said. It was just a fact about the room. The man in the bow said he’d think about it. Then he said that if it were him, he’d replace it. He had gone over it again in the night, and a rebuild was only paying twice.',
      },
      {
        p: 'That was the whole conversation. I have told it to a few people since, and some of them wait politely for the rest.',
      },
      {
        p: 'When I was new to being around trouble, my own included, I believed there was a sentence. I thought that if I said the right one at the right moment, something would open like a lock, and that I owed it to everybody to keep the full ring of keys on me. I tried a few of them on people, and I remember the faces, which were kind and a little tired, the way you look at a child who has brought you a worm.',
      },
      { p: 'I don’t carry so many now. I try to have something with me that can be halved.' },
      {
        p: 'The two of them kept coming through June. I took to rattling the cup of my thermos whenever the talk got close to the bone, so they would know there was somebody on the ramp, and after a week or two one of them would lift an arm in my direction without turning around. I never found out which one, bow or stern.',
      },
      { p: 'He did replace it. It came to about what I would have guessed.' },
    ],
  },
  {
    slug: 'learning-to-stand-still',
    title: 'Learning to stand still',
    excerpt:
      'My neighbor counts birds by ear. For five minutes at every stop, nobody is allowed to move, and I was hired because I own a car.',
    contentType: 'reflection',
    picture: 'grove',
    tags: ['stillness', 'birds', 'patience'],
    status: 'published',
    publishedDaysAgo: 170,
    viewCount: 351,
    seoTitle: 'Learning to stand still: birdsong and staying put',
    seoDescription:
      'Twelve stops on a logging road, five minutes of silence at each, and the kinglet only one of us could hear. A five-minute reflection.',
    seoKeywords: 'stillness, birdsong, patience in recovery, attention, forest reflection',
    relatedProductSlugs: ['high-ridge-hoodie'],
    body: [
      {
        p: 'My neighbor Ines counts birds for the county, by ear, and the rule is that for five minutes at each stop you do not move. She is seventy-one and spent her working life in the assessor’s office, where she says she learned to stand in other people’s yards without being noticed. She has a bad knee and can’t drive the stick shift anymore. That is how I got the job.',
      },
      {
        p: 'We go out one Saturday a month from April to July. There are twelve stops along a logging road, half a mile apart, and you start before sunrise. I drive, and I hold the clipboard, because Ines listens with her eyes shut. When she hears something she says a four-letter code, very low, and I write it down. That’s the entire duty. I said yes because somebody in my Wednesday group had told me to get out of the house before the house got me, and this was out of the house by any measure.',
      },
      {
        p: 'Here is what happens when you stop a car in the woods. You shut the door, however gently, and everything ceases. It’s like walking into a kitchen where people have been talking about you. For the first minute there’s nothing to hear but the engine ticking as it cools. Ines calls this the room deciding.',
      },
      {
        p: 'The first minute is also when the itching starts. I had never noticed that I was made of itches. My nose went first, then the back of one knee. A strand of hair came loose and lay across my eyebrow, and I would have paid money to move it. By the second minute I’d composed two emails. In the third I remembered, with a lurch, something I had said to a friend in a parking lot years ago, and I looked around for a thing to do about it. There was nothing. There was a clipboard.',
      },
      {
        p: 'I’d always been good at leaving. I had left jobs, and parties, and once a dentist’s chair. I’d left my own kitchen in the middle of other people’s sentences. I thought of it as having a lot of energy. It took me three Saturdays on that road to see that there’s a particular second just before I go, and that the second has a feel to it, a sort of lifting in the soles of the feet. I had never caught it before because I’d always already been walking.',
      },
      {
        p: 'So I’d stand there, lifting slightly, and not go. I can’t claim it was willpower. Ines would have had to start the count over, and she would have told people.',
      },
      {
        p: 'Then, some time in the fourth minute, the room decides. A wren goes off in the root of a blown-down tree like a dropped drawer of spoons. Something ticks in the salal. Far up the slope a varied thrush gives its one long note, like someone blowing across a bottle while trying to remember a tune, and waits, and gives another at a different pitch. None of them has come out to see you. They’ve just gone back to what they were doing, and you’re part of the furniture.',
      },
      { p: '“Don’t look for them,” Ines told me early on. “You look very loudly.”' },
      { h2: 'Stop nine' },
      {
        p: 'In our second year, at stop nine, she opened her eyes before the time was up. She never did that.',
      },
      { p: '“Did you get the kinglet?” she said.' },
      { p: 'I looked at the sheet. She hadn’t called one.' },
      {
        p: '“There’s always a kinglet at nine. It’s that hemlock.” Her voice was odd. “You didn’t hear anything? Way up. Thin.”',
      },
      {
        p: 'I had, in fact, heard something, three or four notes so high that I’d taken them for the clip on the clipboard. I said so. Ines nodded for some time.',
      },
      {
        p: 'The highest ones go first, she explained. It’s common at her age. You lose the creepers and then the golden-crowned kinglets, and you don’t notice it happening, because what you notice is that there seem to be fewer of them about. She had been told to expect it. She’d thought she might get one more spring.',
      },
      {
        p: 'I had no idea what to say, and my feet had begun to lift. There was the car. There were three more stops, and I could have said something brisk about the time.',
      },
      { p: '“Where was it?” Ines said.' },
      { p: 'I pointed with the pen.' },
      { p: '“How many?”' },
      { p: '“Two, I think.”' },
      { p: '“Don’t think. Stand there.”' },
      {
        p: 'So we stood there. It was well past five minutes and no longer counted as data. I kept my eyes on the bark of the hemlock and let my ears go up through it, and after a while there they were, in the very top, going over and over the same thin phrase like two people looking for a dropped earring. I held up two fingers. She watched the fingers. Somewhere behind us the engine ticked once and quit.',
      },
      { p: '“Good,” she said. “Write it down.”' },
      {
        p: 'She does everything else on that road. She can tell you a thrush from the sound of it turning over leaves. But the kinglets are mine, and the creepers, and this year possibly the waxwings. On the county form, under *Observers*, there used to be one name, and now there are two.',
      },
      {
        p: 'The line for stop nine reads GCKI 2, heard only. It’s in my handwriting, which is steadier than it used to be.',
      },
    ],
  },
  {
    slug: 'the-long-way-down-the-valley',
    title: 'The long way down the valley',
    excerpt:
      'The bus doesn’t run on Sundays, so my brother and I walked. I had three questions ready and never got to them.',
    contentType: 'reflection',
    picture: 'hero',
    tags: ['family', 'walking', 'walking beside'],
    status: 'published',
    publishedDaysAgo: 33,
    viewCount: 389,
    seoTitle: 'The long way down the valley: walking with a brother',
    seoDescription:
      'Seven miles of road, a jade plant in a coffee can, and the questions I had the luck not to ask my brother. A five-minute reflection.',
    seoKeywords:
      'sibling in recovery, supporting a loved one, family recovery, walking beside someone, reflection',
    relatedProductSlugs: ['homing-tee', 'travel-light-tee'],
    body: [
      {
        p: 'The bus from the place where my brother had been staying does not run on Sundays. This was printed on the schedule, and I had the schedule, folded in my pocket, while the two of us stood at the shelter and looked up an empty road.',
      },
      { p: '“It’s seven miles,” he said. “It’s all downhill.”' },
      {
        p: 'He had a mesh laundry bag over his shoulder and a jade plant in a coffee can. Somebody on his hall had been growing it from a cutting and gave it to him the night before he left. I had an overnight bag and the wrong shoes. They were the pair I wear to funerals and the bank. I’d come up by bus on Saturday, because my car was in the shop, and that morning in the motel I had dressed like a person who has things in hand.',
      },
      {
        p: 'I also had questions. In the family room up there you can pick up a booklet of them, good ones, open-ended, and I’d brought the booklet to the Monday group I go to, where a retired school principal read it through with her glasses on her forehead. “These are fine,” she said. “How many were you planning to use?” I said about a dozen. She suggested I see if I could get it down. By Sunday I was at three.',
      },
      {
        p: 'We started walking. For the first mile neither of us could find the pace. He’s taller than I am, and he’d been walking laps of a garden for weeks with men who walked slowly. The road follows the river, which was high and the color of tea with milk. A dog came out of a yard to see us off the property, and that got us onto dogs.',
      },
      {
        p: 'We had six growing up. It took us two miles to do them in order. He maintained that Biscuit came before Duke. I know for a fact that Duke came first, because Duke ate my third-grade diorama and Biscuit had to be kept away from the replacement, but he argued it with such energy, waving the jade plant, that I let him have it somewhere around the fish hatchery. He knew I’d let him have it. “That’s cheating,” he said.',
      },
      {
        p: 'I kept waiting for the opening. I had imagined it clearly: a silence, a view, and I’d say the first of my three in a voice without any weight on it. There were several silences. In each of them I’d take a breath, and he would shift the can to the other arm, and I’d find I was looking at his hands, which were steady, with potting soil in the creases. It did not seem like a good time to ask him anything that had been printed.',
      },
      {
        p: 'About halfway, a man on a tractor stopped and asked if we wanted a lift. I was ready to weep with gratitude. I had a blister on each heel by then, and I’d been walking on the sides of my feet.',
      },
      { p: '“No, thanks,” said my brother. “We’re walking.”' },
      {
        p: 'He said it pleasantly, and there was something in it that I hadn’t heard in a while. It took me another hundred yards to place it. For a long time every decision in his day had been made by a schedule on a wall, and before that, by something with even less give in it. He had decided to walk, and he was enjoying having decided. I watched the tractor get smaller.',
      },
      { p: 'Then I sat down on the guardrail and took off a shoe, and he looked at my heel.' },
      {
        p: '“Oh, for heaven’s sake,” he said, exactly like our mother. He put the jade plant on the road, went through the laundry bag, and found me his thick gray socks, the ones from the donation box, which he’d been saving. He held my ankle while I got them on. I’d come all that way to look after him, and here he was, folding down the cuffs.',
      },
      { p: 'At the bridge he asked if I was mad at him.' },
      { p: 'I said I had been.' },
      { p: '“Okay.”' },
      { p: '“I’m a lot less mad than I was at the bus shelter.”' },
      {
        p: 'He laughed at that, and so did I, and a heron got up off the bank and rowed away downstream, disgusted with us both.',
      },
      {
        p: 'The bakery in town was shut, being a bakery in a small town on a Sunday afternoon. We ate gas-station burritos on a curb. Then we got a room with two beds at the motel, my second night there, and the woman at the desk looked at the jade plant and said she wouldn’t charge for it. He set it on top of the television so it would get the morning sun. He was asleep by eight-thirty. I lay there with my feet up on a pillow, in his socks, and went through my three questions, and found I’d had answers to two of them without asking. The third was none of my business. On Monday the bus came at ten past seven, as printed.',
      },
      {
        p: 'He has his own place now, with north windows. The plant lives at mine, where the light is better. He left it with a page of instructions, both sides, and I have read them.',
      },
    ],
  },
  {
    slug: 'folding-chairs',
    title: 'Folding chairs',
    excerpt:
      'The first useful thing anyone taught me in that basement was how to carry four at once.',
    contentType: 'reflection',
    picture: 'emblem:true-enough',
    tags: ['community', 'service', 'belonging'],
    status: 'published',
    publishedDaysAgo: 135,
    viewCount: 297,
    seoTitle: 'Folding chairs: a reflection on setting up the room',
    seoDescription:
      'On setting up the room, stenciled chair backs, and having something to do with your hands. A four-minute reflection.',
    seoKeywords: 'recovery community, service, first meeting, belonging, folding chairs',
    relatedProductSlugs: ['true-enough-tote', 'stone-by-stone-tee'],
    body: [
      {
        p: 'The trick is to hook two on each forearm with the seats facing out, so they don’t bang your knees. A man named Orrin showed me this in the basement of a church I don’t belong to, about ten minutes after I’d arrived an hour early by mistake.',
      },
      {
        p: 'I had read the flyer wrong. It said seven and I came at six, and the only other person there was an old man in a cardigan dragging a rack of metal chairs across the linoleum with a noise like a train. I started to back out. He looked up and said, “Oh good, you’re tall,” and pointed at the light switch.',
      },
      {
        p: 'I’ve thought since that if he had said anything else, welcome for instance, I would have gone home. I wasn’t ready to be welcomed. I was all right with being tall.',
      },
      {
        p: 'So I did the lights, and he showed me the trick, and we put out thirty-two chairs in a room that would get, that night, eleven people. I asked if we needed so many. “You put out what you’d like to see,” Orrin said, and then, since he was an honest man, “Also it’s a pain to get more once they’ve started.”',
      },
      {
        p: 'By the time people came in I knew where the cups were. I want to explain how much this mattered. Everything I had been afraid of about that room had to do with standing in it. I didn’t know what to do with my face, or whether you were supposed to shake hands. But a man who knows where the cups are has a place to stand. Somebody said, “Are there any cups?” and I said, “Under the sink,” and I had spoken, and it was over.',
      },
      { p: 'I came early the next week on purpose.' },
      {
        p: 'If you move the same chairs for long enough you begin to read them. They have stencils on the back, mostly worn off, and hardly any of ours belong to us. We have some marked ST. ANNE’S, which is across town. There are a dozen from the Grange hall, and four that say DO NOT REMOVE, in red, with nothing to indicate from where. One says BEV. The basement is used every night of the week. On Mondays it’s families. Ours is Tuesday, Wednesday is quilters, and there’s a secular group on Thursdays that does worksheets and has much better snacks. Friday is people who have lost someone. The chairs get borrowed, and stacked in the wrong closet, and driven to a funeral lunch in the back of a van, and they come home with strangers among them. I used to keep a tally of how many were rightly ours. It went down every year, and there were never fewer chairs.',
      },
      {
        p: 'I have friends who found what they needed on a Thursday, with the worksheets. One goes to a clinic every morning and doesn’t care for groups at all. My cousin sits in a circle of cushions on a Sunday and has explained to me twice why there are no chairs. I believe every one of them. I just know the chairs.',
      },
      {
        p: 'Orrin’s hips got bad and he moved up to sitting on one and giving directions. He liked the rows straight, and he liked an aisle, in case somebody needed to leave in a hurry and not feel looked at. He’d put two chairs near the door a little apart from the rest. “For the ones who haven’t decided,” he said. The two by the door are nearly always taken. I sat in one myself, for months, after all that work setting out the others.',
      },
      {
        p: 'He died in the winter. The lunch was in the basement, and the family hadn’t thought about seating, so a few of us came down early and put out everything on the rack and then went to St. Anne’s for theirs. Quilters came, and the Thursday people, and a whole table of men from the Grange whom none of us had met. It turned out he’d been setting up for them on Saturdays.',
      },
      {
        p: 'A few weeks ago a young woman came down the stairs at about six, an hour early, and stopped on the bottom step with her coat buttoned to the chin. She had the flyer in her hand. I saw her look at the empty room, and the rack, and me, and start to turn around.',
      },
      { p: 'I had two on each arm. I said, “Could you get the other end of that table?”' },
      { p: 'She looked at the table. Then she put the flyer in her pocket and got the other end.' },
    ],
  },
  {
    slug: 'the-key-under-the-flowerpot',
    title: 'The key under the flowerpot',
    excerpt:
      'My daughter has a key to the house again. It came back in stages, and one of the stages was a cat.',
    contentType: 'reflection',
    picture: 'emblem:homing',
    tags: ['family', 'trust', 'home', 'walking beside'],
    status: 'draft',
    viewCount: 0,
    seoTitle: 'The key under the flowerpot: trust, a little at a time',
    seoDescription:
      'How a house key came back, a little at a time: a garage code, a weekend with a difficult cat, and the mugs in the wrong cupboard.',
    seoKeywords:
      'rebuilding trust, parent of someone in recovery, family recovery, home, reflection',
    relatedProductSlugs: ['homing-tee'],
    body: [
      {
        p: 'My daughter has a key to our house again. She’s thirty-four, and the key is brass and says DO NOT DUPLICATE, which the man at the hardware store did anyway.',
      },
      {
        p: 'I had it made in March and gave it to her in October. In between, it lived in the drawer with the takeout menus, and about once a week I would come across it while looking for something else. My husband thought I should either give it to her or stop telling him where it was.',
      },
      {
        p: 'I don’t want to go into why she hadn’t had one. She has her own account of that time and it belongs to her. I’ll say that we changed the locks, that I was the one who called the locksmith, and that he was a chatty man who asked if we’d had a break-in. I said no. He said, well, better safe than sorry, and I have never cared for that expression since.',
      },
      {
        p: 'The people in my Monday group don’t give advice, as a rule, but one of them, a bus driver named Carl, talked one night about his son and a lawn mower. He had lent his son the mower. That was the story. It came back with a full tank. Carl had been asked for other things before that and had said no to them, a truck and a loan and the basement room, and he told us he used to lie awake thinking there were only the two choices, everything or nothing. “And then I thought, what about the mower,” he said. Some weeks I go to that group and hear nothing I can use. That week I went home and reset the code on the garage.',
      },
      {
        p: 'The garage was May. She wanted her bicycle. I texted her the four numbers and then stood at the upstairs window, to one side of the curtain, and watched her come up the drive, let herself in, wheel out the bike, and shut the door behind her. She checked it with her hand to see that it had caught. Then she looked up at the window and waved. I had been very sure I couldn’t be seen.',
      },
      { p: 'In July we went to my sister’s for a long weekend and needed somebody for the cat.' },
      {
        p: 'About the cat. Gerald is eighteen pounds, has a heart condition, and takes a pill twice a day that has to be put down him by force, wrapped in a towel. He has bitten two neighbors and a professional. I didn’t ask my daughter because I trusted her. I asked because nobody else would do it, and I’ve decided not to be ashamed of this, since it got us through the door.',
      },
      {
        p: 'She stayed in the house three nights. I left a key under the flowerpot, our spare on its loop of green yarn, so that she could put it back there on Monday and we’d both know it was a loan. I left two pages on the pill. I did not count anything before we left. I’d like credit for that. I walked past the drawer where I used to count things and kept walking, and then I sat in the car with my hands between my knees until my husband came out.',
      },
      {
        p: 'She sent one text a day. *He took it.* *He took it, I’m bleeding a little.* *He took it, he’s on my lap, don’t tell anyone.*',
      },
      {
        p: 'When we got home, the key was under the flowerpot. The sheets from her bed were in the dryer. There was a note about the cat’s water fountain, which had been making a noise, and which she had taken apart and fixed with a rubber band. I read the note standing up in the hall with my bag still on my shoulder. Then I went into the kitchen for a mug and opened the cupboard, and it was empty.',
      },
      {
        p: 'She had emptied the dishwasher. She’d put everything away where it used to go. Two years ago we moved the mugs across to the other side, to be nearer the coffee maker. She must have noticed it in three days. I think it was late and her hands did it. So the mugs were back over the sink, in the old place, handles to the right.',
      },
      { p: 'My husband found me there and asked if something was wrong with the mugs.' },
      {
        p: 'I gave her the key in October, over lunch, in its little paper envelope. I had prepared some remarks. She tipped it out in her palm and read it. “It says do not duplicate,” she said.',
      },
      { p: '“I know what it says.”' },
      {
        p: 'She put it on her ring between the bike lock and her own front door. Then she asked how Gerald’s heart was, and I told her, and we ordered.',
      },
      {
        p: 'The mugs are still over the sink. It’s four steps farther from the coffee, and every morning I walk it.',
      },
    ],
  },
  {
    slug: 'seven-stones',
    title: 'Seven stones',
    excerpt:
      'What a stone pile is for, and why a trail crew pushed over forty of them in an afternoon.',
    contentType: 'reflection',
    picture: 'emblem:stone-by-stone',
    tags: ['trail', 'steadiness', 'nature'],
    status: 'published',
    publishedDaysAgo: 104,
    viewCount: 324,
    seoTitle: 'Seven stones: what a cairn is for',
    seoDescription:
      'What a cairn is for, why a trail crew knocks some of them over, and how to cross a ridge in fog with one other person. A five-minute reflection.',
    seoKeywords: 'cairn, hiking and recovery, one step at a time, trail crew, steadiness',
    relatedProductSlugs: ['stone-by-stone-tee', 'high-ridge-hoodie'],
    body: [
      {
        p: 'We sell a shirt with a cairn on it, so it may seem odd that I spent a weekend in September knocking them down.',
      },
      {
        p: 'It was a volunteer trail crew. There were six of us and a crew leader named Marguerite, who had a bandaged thumb and a low opinion of the internet. Above the trees on that mountain the path crosses a mile of bare rock, and the way is marked with stone piles, each in sight of the next. They’ve been there longer than anyone knows. But people like to build them. They have their lunch, and they look around at all those stones, and an hour later there’s a tower, very nicely balanced, pointing at nothing.',
      },
      { p: '“It’s lovely,” Marguerite said of the first one, and pushed it over with her boot.' },
      {
        p: 'We did forty that day. Some of them were really accomplished. One had a stone the size of a loaf standing on its corner, and we all stood in front of it for a minute, out of respect, before somebody did what had to be done. By afternoon I’d begun to take it personally. I have a soft spot for anyone who stacks stones. When I was first trying to put my days in some kind of order, I stacked things constantly: mugs, magazines, quarters by date. I could see exactly the frame of mind that had made these.',
      },
      {
        p: 'I said so to Marguerite at the water break. I said that somebody had probably needed to build that.',
      },
      {
        p: '“Sure,” she said. “And somebody else comes along in the fog and follows it off the edge.”',
      },
      { p: 'The next morning she got her fog.' },
      {
        p: 'It came up the valley at about nine and in ten minutes there was no mountain. I could see my boots and, when I held it out, my hand. I’ve been in fog at sea level, where it’s merely wet. Up there it takes away the ground. You put a foot out and have no strong sense of whether you’re walking on a slope or a ledge, and I noticed that I’d begun to breathe through my mouth.',
      },
      {
        p: 'Marguerite had us sit down and eat something. Then she showed us how it’s done, and I’m setting it down because it’s the only piece of mountaineering I know.',
      },
      {
        p: 'You stand at a cairn. You put your hand on it. If you can see the next one, you walk to it, and put your hand on that. If you can’t, one person stays. That person doesn’t move for any reason. The other walks out in the direction the path ought to go, talking the whole time, and the one who stays behind answers. You go out to the end of the voice. If you’ve found a cairn by then, you call the other person in to you. If you haven’t, you turn around and come back on the sound, and try again a little to the left.',
      },
      { p: 'I asked what we should talk about.' },
      { p: '“Nobody has ever cared,” Marguerite said.' },
      {
        p: 'She paired me with a dental hygienist called Noor. I was the one who stayed, first. I stood with my glove on the top stone and listened to Noor go off into the white, describing her kitchen renovation. They’d opened up the wall and found another wall. I said, “Still here,” each time she paused. I hadn’t realized how much of the job that would be. It went on for as long as it took to tell me about the countertops, and her voice got thin, and then she said in quite a different tone, “Oh. There you are,” and I understood that she was talking to a pile of rocks.',
      },
      {
        p: 'We crossed the mile in three hours. We took turns. It was my luck to go out past the voice once, just by a step or two, not far enough to be in any danger. I stopped hearing the countertops. I can report that the fog is the same fog, and the rock is the same rock, and that it was a completely different place. I took two steps back and there she was, on backsplashes.',
      },
      {
        p: 'The true cairns weren’t much to look at. They were squat and a bit slumped, and nobody would have photographed one. Several had been rebuilt so many times that the bottom stones were a different color from the top. But they were where they were supposed to be, and each one had a place on its upper side, worn faintly smooth, where people in weather had put their hands.',
      },
      {
        p: 'At the end of the mile the trail drops back into trees, and the fog thinned out, and there was a wooden sign with mileage on it like anywhere else. Noor and I sat down under it. I realized I didn’t know whether she had children, or what had made her sign up for a weekend of moving rocks, but I could have drawn you her kitchen.',
      },
      {
        p: 'The shirt has seven stones on it. They balance a good deal better than they would in life, and I’ve mentioned this to the others. If you see it on a mountain, somebody is wearing it, and you can follow them for a while if you like, but look for the squat ones.',
      },
    ],
  },
  {
    slug: 'quarter-past-three',
    title: 'Quarter past three',
    excerpt:
      'On our street there are two lit windows at that hour. One is mine. The other one smells of bread.',
    contentType: 'reflection',
    picture: 'emblem:toward-light',
    tags: ['night', 'hard nights', 'neighbors'],
    status: 'published',
    publishedDaysAgo: 58,
    viewCount: 476,
    seoTitle: 'Quarter past three: a reflection for hard nights',
    seoDescription:
      'A bakery’s back door, a moth that has to be let go, and what to do with your hands at the worst hour. A five-minute reflection.',
    seoKeywords: 'sleepless night, hard nights in recovery, night shift, moth, 988',
    relatedProductSlugs: ['toward-light-hoodie', 'every-phase-hoodie'],
    body: [
      {
        p: 'On our street there are two lit windows at quarter past three in the morning. One of them is mine. The other is at the back of the bakery, around the corner by the recycling, and it took me most of a bad winter to go and knock on it.',
      },
      {
        p: 'I knew the hour well before I knew the bakery. I don’t wake up at three, or four, or half past. I’ve compared notes with other people, and we each seem to have our own, like a birthday. Mine is a quarter past. I come awake all at once with the sense that someone has just said my name in the tone people use before bad news. Then I lie there, and what comes next is arithmetic: what I owe, and to whom, how old I’ll be, who has stopped calling. It’s all true, more or less. I’ve gone over the same figures at lunchtime and they’re perfectly bearable at lunchtime.',
      },
      {
        p: 'Somebody wiser than I am told me not to stay in bed with it. So I’d get up, and put on boots, and walk around the block with my coat over my pajamas, and that’s how I came to be standing by the recycling, smelling bread.',
      },
      {
        p: 'The door was propped open with a flour bucket. Inside, a man with forearms like fence posts was shaping loaves, not fast, one every few seconds. He didn’t jump. I suppose people turn up.',
      },
      { p: '“We don’t open till six,” he said.' },
      { p: 'I said I knew. I said I was just out walking.' },
      { p: 'He thought about that. “You could wash your hands,” he said.' },
      {
        p: 'His name is Teo. I’ve never learned to shape a loaf, and he has stopped offering to teach me, but there are jobs at that hour that anyone can do. Pans need to be lined with paper. There are sheets of rolls that need brushing with egg, corner to corner, and you can’t think about arithmetic while you do it, because if you miss a corner it shows. I brushed eight dozen rolls the first night. Nobody asked me anything. The radio was on low, a ball game from some other time zone. Around five Teo handed me a roll from the first tray, too hot to hold, and said, “You’re all right to walk home?” I looked outside. It had started to get gray.',
      },
      {
        p: 'It doesn’t happen every week, or even every month. But I know that the door is there, and I have his permission, and on a number of nights it has been enough to lie in bed and think, *I could get up and do the rolls.*',
      },
      {
        p: 'The moths are why I’m writing this down. In June they come to the light over the back door, dozens of them, mostly small brown ones, and now and then a luna, as pale green as a new leaf and as long as your hand. The first time I saw one I thought it was a piece of paper. Teo told me that a grown luna has no mouth. It can’t eat. It has about a week, and it has things to do in that week, and there it was, going around and around a sixty-watt bulb.',
      },
      { p: '“Watch,” he said, and he reached up and switched it off.' },
      {
        p: 'We stood in the dark, with the oven ticking behind us. It took a few minutes. You couldn’t see them leave, you could only hear a sort of papery settling and then less of it. When he put the light on again the wall was bare, apart from one small brown moth that evidently preferred it there.',
      },
      { p: '“They get stuck,” he said. “They’re fine. You just turn it off for a bit.”' },
      { p: 'He does it every hour in June, along with turning the bread.' },
      {
        p: 'I have tried to make something of this and I don’t think I’ll improve on it. At quarter past three I go around and around whatever is brightest, and what’s brightest is generally the worst thing I can think of. It has helped to have another pair of hands near the switch.',
      },
      {
        p: 'Not everyone lives around the corner from a bakery. There are other doors that are open at that hour, and I’ve used one of those as well. In the United States you can call or text 988 at any time of night, and a person answers. You don’t have to be at the edge of anything to use it. I’ve called twice. Both times I was asked whether I was safe where I was, and what was going on, by somebody who didn’t seem to have anywhere else to be. If what you want is to find treatment, or to ask a question about it for yourself or for someone you love, SAMHSA’s helpline is 1-800-662-4357, free, day and night. I keep both numbers on an index card inside the cupboard with the cups. It isn’t a dramatic card. It’s next to the number for the gas company.',
      },
      {
        p: 'I took Teo one of our hoodies, the black one with a luna on it. He held it up against his apron, said that the antennae were good, and asked if it came in something that doesn’t show flour.',
      },
    ],
  },
]
