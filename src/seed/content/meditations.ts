import type { SeedContent } from './blocks'

/** Meditations: practices with timings in words. */
export const meditations: readonly SeedContent[] = [
  {
    slug: 'a-sitting-with-three-bells',
    title: 'A sitting with three bells',
    excerpt: 'Three minutes of rain and three bells to sit with. Nobody talks.',
    contentType: 'meditation',
    picture: 'grove',
    tags: ['sitting', 'rain', 'listening'],
    status: 'published',
    publishedDaysAgo: 9,
    viewCount: 164,
    seoTitle: 'A sitting with three bells: three minutes to listen to',
    seoDescription:
      'A three-minute recording of soft rain and three bells, without a voice. For sitting, for waiting, or for one quiet corner of the day.',
    seoKeywords:
      'three minute meditation, meditation bell, rain sound, silent meditation, meditation timer',
    relatedProductSlugs: ['serenity-tee', 'unfurl-hoodie'],
    recording: {
      name: 'a-sitting-with-three-bells',
      transcript: [
        'There are no words in this recording. This is what is heard in it.',
        'Soft rain comes up and stays, a little nearer and a little farther off.',
        'After eight seconds, a low bell. It fades into the rain for about half a minute.',
        'At one and a half minutes, the same bell again.',
        'Shortly before the third minute, the bell a last time. The rain thins out, and it is quiet.',
      ].join('\n\n'),
    },
    body: [
      {
        p: 'This one you listen to. There’s rain in it, and a bell that sounds three times: once to begin, once in the middle, once to say that’s enough. Nobody talks.',
      },
      {
        p: 'We made it for people who have had plenty of voices for one day. The rain and the bell were put together on a computer, so we didn’t have to wait for rain, and it’s the same every time. Some of us find that restful.',
      },
      { h2: 'With the first bell' },
      {
        p: 'Sit, stand or lie down. Listen to the bell until you can’t tell it from the rain anymore. There’s no exact moment, and looking for it is the whole exercise.',
      },
      { h2: 'Between the bells' },
      {
        p: 'Let it rain. When you notice that you’ve been somewhere else, in last week or in an argument, you haven’t spoiled anything. Listen for the farthest part of the rain and start from there.',
      },
      {
        p: 'The second bell is only a hand on the shoulder. If you were drifting, it finds you. If you weren’t, it keeps you company.',
      },
      { h2: 'With the third' },
      {
        p: 'Hear it out to the end. Then move your hands before you move the rest, and choose one small thing to do next.',
      },
      {
        p: 'If three minutes isn’t long enough, set the sleep timer below the player and it will start over until then. If bells put you on edge, and for some of us they do, read *A short sit for a loud morning* instead. It only needs a garbage truck.',
      },
    ],
  },
  {
    slug: 'a-short-sit-for-a-loud-morning',
    title: 'A short sit for a loud morning',
    excerpt:
      'You don’t need a quiet house for this, only one breath you notice, and then one more.',
    contentType: 'meditation',
    picture: 'stillwater',
    tags: ['breath', 'morning', 'sitting'],
    status: 'published',
    publishedDaysAgo: 3,
    viewCount: 538,
    seoTitle: 'A short sit for a loud morning: five-minute meditation',
    seoDescription:
      'A five-minute sitting practice for kitchens, buses and houses with other people in them. No quiet required. Read it once, then do it.',
    seoKeywords:
      'short meditation, morning meditation, meditation with noise, breath practice, beginners',
    relatedProductSlugs: ['first-light-long-sleeve', 'one-day-tee'],
    body: [
      { p: 'This one is for mornings with a garbage truck in them.' },
      {
        p: 'Most of us were told at some point that sitting needs silence, and we went off to wait for some. I waited about two years. I had a cushion and a candle, and upstairs I had a neighbor with a treadmill. What finally got me started was a week when the treadmill, a car alarm and my nephew’s recorder all happened before seven, and I was too tired to go looking for anywhere better. I sat down on the edge of the tub. It went fine.',
      },
      {
        p: 'So the noise is allowed. In what follows you’ll use it. The whole thing takes about five minutes, and you can read it through once and then do it from memory, roughly. Roughly is good enough.',
      },
      { h2: 'Before you start' },
      {
        p: 'Sit on whatever is nearest: a kitchen chair, the stairs, the bus. If sitting hurts, stand or lie down. Let your feet or your back feel that something is holding you up. Put a timer on for five minutes if you need to be somewhere. Turn it face down.',
      },
      {
        p: 'Eyes can be open. Rest them on something that isn’t a screen and doesn’t need you. I use the handle of the oven.',
      },
      { h2: 'The first minute: hear it all' },
      {
        p: 'Don’t do anything about your breath yet. Listen. Let the sounds come in without sending anyone to the door to meet them. There will be some close by and some a long way off. See if you can find the farthest one. There’s often a road under everything, or a hum in the wall, and under that, perhaps, nothing you can name.',
      },
      {
        p: 'You’ll notice that each sound arrives with a comment. *That’s the bus. He’s left the radio on. It’s later than I thought.* That’s ordinary. Let the comment go by with the sound it came with, and listen for the next one.',
      },
      { h2: 'The second and third minutes: one breath' },
      {
        p: 'Now find your breath. You needn’t make it longer or better. Look for the one place where you can feel it most plainly, which might be the nostrils, the ribs, or the waistband of your pants. Choose one and stay there.',
      },
      { p: 'Feel one breath come in. Feel it turn around. Feel it leave.' },
      { p: 'That is the practice, complete. Everything after this is the same thing again.' },
      {
        p: 'When a noise pulls you off, and it will, say *hearing* to yourself, once, without any edge on it, and come back to the place you chose. When a thought pulls you off, say *thinking*. If it’s a worry that has a list attached, say *thinking* to the whole list. You might come back three times in these two minutes, or thirty. Each time you come back counts as one breath noticed, and a breath noticed is what we came for.',
      },
      {
        p: 'If the breath makes you anxious, as it does for plenty of people, leave it alone. Use the soles of your feet, or the weight of your hands. Same instructions.',
      },
      { h2: 'The fourth minute: widen it' },
      {
        p: 'Keep the breath where it is, and let the sounds back in around it, like a radio in the next room. You’re hearing the truck and you’re breathing. Both are going on. Neither has to win.',
      },
      {
        p: 'This is my favorite minute, and it’s the one I can’t do on purpose. Some days it’s there. On the others I spend it wondering about breakfast, and that’s all right too.',
      },
      { h2: 'The fifth minute: get up on purpose' },
      {
        p: 'Take one breath that you let be a little longer going out. Move your fingers. Look around at the room and pick out one thing you hadn’t seen when you sat down. A crumb will do.',
      },
      {
        p: 'Then decide what you’ll do first. Make it small, and say it in words: *I am going to put the kettle on.* Go and do that, and only that, until it’s done.',
      },
      { h2: 'If it went badly' },
      {
        p: 'Some sits feel like five minutes of being annoyed on a chair. I’ve had weeks of those. You were annoyed, you knew that you were, and you stayed on the chair. I’d call that a sit.',
      },
      {
        p: 'If five minutes is too many, do one breath while you wait for the toast. If a house full of noise isn’t your trouble, and it’s too quiet where you are, open a window first and let somebody’s truck in.',
      },
    ],
  },
  {
    slug: 'one-block-slowly',
    title: 'One block, slowly',
    excerpt:
      'A walking practice of about ten minutes, for a sidewalk, a hallway, or a parking lot with a tree in it.',
    contentType: 'meditation',
    picture: 'meadow',
    tags: ['walking', 'body', 'outdoors'],
    status: 'published',
    publishedDaysAgo: 41,
    viewCount: 287,
    seoTitle: 'One block, slowly: a ten-minute walking meditation',
    seoDescription:
      'A ten-minute walking meditation you can do around one block without anyone noticing. Timings, instructions, and what to do about dogs.',
    seoKeywords: 'walking meditation, mindful walking, ten minute meditation, moving meditation',
    relatedProductSlugs: ['travel-light-tee'],
    body: [
      {
        p: 'Walking is what I do when I can’t sit still, which is often. You need a block. If you haven’t got a block, a hallway is fine, and so is one side of a parking lot. I have done this in a hospital corridor, in socks, next to a man with an IV pole who I think was doing it too.',
      },
      {
        p: 'Allow ten minutes. You’ll be walking more slowly than usual, but not so slowly that anybody offers help. If you use a cane or a chair or a walker, wherever I say *foot*, read *wheel* or *hand* or whatever it is that meets the ground.',
      },
      { p: 'You won’t want headphones. Put the phone in the pocket that’s hardest to reach.' },
      { h2: 'Standing, for one minute' },
      {
        p: 'Stop at your own front step, or the end of the hall. Stand there as if you were waiting for someone who is never late. Feel where the weight is. Most of us keep more of it on one foot than on the other, and have for years. Don’t correct it. Just learn which foot.',
      },
      { p: 'Let your arms hang. Breathe out.' },
      { h2: 'To the first corner, about three minutes' },
      {
        p: 'Walk, and keep your mind on the soles of your feet. A step has more in it than you would expect. The heel arrives, the weight rolls along the outside edge, the big toe does a good deal of work at the end and gets no thanks for it. Then for a moment there’s nothing underneath that foot at all.',
      },
      {
        p: 'If it helps to have words, use two: *here*, when the foot comes down, and *here*, when the other one does. I know it’s the same word. It saves deciding.',
      },
      {
        p: 'You’ll drift. By the third driveway you will be having a conversation with someone who isn’t there, and winning. When you notice it, stop walking. Stand for one full breath. Then start again from the next step. The stopping matters, because it tells your legs that you’ve seen what happened, and they’re better at remembering things than your head is.',
      },
      { h2: 'Along the far side, about three minutes' },
      {
        p: 'Now bring your eyes up. For this stretch, look at things in the order in which you come to them, and give each one its plain name. *Fence. Wet leaf. Somebody’s bicycle. Gutter. Dog.* No adjectives, if you can help it, since the adjectives are where the opinions get in. A garden is *garden*, whether or not you think much of it.',
      },
      { p: 'If there’s an actual dog, you may stop for the dog.' },
      {
        p: 'Should you pass a place on your block that you’d rather not pass, a door, or a bar, or a house where somebody used to live, you have choices. You can cross over. You can name it like everything else, *door*, and find the next thing to name. You can turn around and walk the near side twice. I did a certain block as a letter U for the whole of one year, and got all the way around it the year after, without any ceremony that I recall.',
      },
      { h2: 'Toward home, about two minutes' },
      {
        p: 'Let go of the naming. Keep the pace. For these last couple of minutes pay attention to whatever is touching you: the air on your face, a collar, the sun if there’s sun. If it’s raining you’ll have plenty to work with.',
      },
      {
        p: 'Somewhere along here I usually find that my jaw has been shut tight since the first corner. If yours has, let the teeth come apart. Leave the shoulders be, they’ll come down by themselves if no one shouts at them.',
      },
      { h2: 'At the door, one minute' },
      {
        p: 'Stop before you go in. Stand as you stood at the beginning and see which foot has the weight now. Then look back along the way you came, as far as you can see it. You were there for some of that.',
      },
      { p: 'Go in. Take your shoes off slowly, if they come off, and drink some water.' },
      { h2: 'In short, if you’d like to copy it on a card' },
      {
        numbered: [
          'Stand one minute. Which foot?',
          'Walk three minutes, soles of the feet. When you drift, stop for one breath.',
          'Walk three minutes, naming what you pass.',
          'Walk two minutes, feeling what touches you.',
          'Stand one minute. Which foot now?',
        ],
      },
      {
        p: 'I’ve kept my own card in a coat pocket for so long that the ink has gone through to the lining. It’s still legible, backward.',
      },
    ],
  },
  {
    slug: 'sitting-beside-a-wave',
    title: 'Sitting beside a wave',
    excerpt:
      'A practice for when you want something badly and would prefer not to have it. About twenty minutes, or as many as you have.',
    contentType: 'meditation',
    picture: 'emblem:this-too-moves',
    tags: ['urge', 'wave', 'hard nights', 'breath'],
    status: 'published',
    publishedDaysAgo: 95,
    viewCount: 604,
    seoTitle: 'Sitting beside a wave: twenty minutes with an urge',
    seoDescription:
      'A twenty-minute practice for a strong urge: where to sit, what to watch, when to stop and call someone. With the 988 and SAMHSA numbers.',
    seoKeywords: 'urge surfing, craving meditation, hard moment, recovery meditation, 988',
    relatedProductSlugs: ['this-too-moves-tank'],
    body: [
      { p: 'Read this part first, because it’s the part that can’t wait.' },
      {
        p: 'If you might hurt yourself, or you aren’t sure, don’t sit with it. Call or text 988. If you’ve recently stopped drinking or using something and you’re shaking, sweating, confused, or seeing things, that can be a medical matter and a dangerous one. Call a doctor, or 911. No breathing exercise is meant for that. And if what you want is to find treatment or talk to someone who knows where it is, SAMHSA’s helpline is 1-800-662-4357, at any hour, free. The page will still be here afterward.',
      },
      { p: 'For everything else, here is something to do for the next twenty minutes.' },
      {
        p: 'It was shown to me by several people in different rooms, and I believe it gets taught in a good many traditions under various names. The picture is always a wave. I grew up near the water and was suspicious of it, as I’d met waves. What won me over is that nobody asks you to stop the wave, or to like it. You’re asked to sit down next to it and look.',
      },
      { h2: 'Minute one: put some distance in' },
      {
        p: 'Before anything else, make it harder to act quickly. Go to a different room, or outdoors. Hand someone your keys. If there’s a person you can text, send two words, *rough patch*, so that somebody knows. You needn’t explain. Then sit down somewhere your back is supported and your feet are flat.',
      },
      {
        p: 'Set a timer for twenty minutes. You’re making no promises about what happens after it rings. You’re only agreeing to the twenty.',
      },
      { h2: 'Minutes two to five: where is it?' },
      {
        p: 'An urge feels like a thought, and it will tell you that it’s a decision. Look for it in the body instead. Mine is behind the breastbone, about the size of a fist, with a pull forward in it. Other people have told me theirs is in the throat, the palms, the roots of the teeth.',
      },
      {
        p: 'Find the edge of yours. Is it sharper on one side? Does it have a temperature? Breathe in an ordinary way and keep looking, as though you’d been asked to describe it over the phone to somebody who was going to draw it.',
      },
      {
        p: 'If looking makes it bigger, open your eyes, and look at your hands for a while. You can go back to it from there.',
      },
      { h2: 'Minutes six to fifteen: stay beside it' },
      {
        p: 'Now it will move. It’ll swell, and you’ll be quite sure that it’s going to go on swelling. It may talk. Mine is a good talker, very reasonable, with a head for exceptions. You don’t have to win the argument. Say *I hear you*, and go back to the breastbone, or wherever yours is.',
      },
      {
        p: 'Count breaths if you need something to hold on to. Count to four, then start over. If you lose track, start over. If the timer seems to be broken, it isn’t. I have checked.',
      },
      {
        p: 'Around here a lot of people find that there’s a top to it. There’s a stretch when it is as bad as it’s going to get, and it feels like a wall, and then at some point you notice you’ve been thinking about the wall, and that the thing itself is a little smaller. I can’t tell you what minute that comes at. For me it has been six, and it has been eighteen. Sometimes it goes down and another comes in behind it. That’s what they do. The second is often lower.',
      },
      {
        p: 'If it isn’t going down, you haven’t done it wrong. Some nights you need a person. Call the one you texted.',
      },
      { h2: 'Minutes sixteen to nineteen: the shore' },
      {
        p: 'Whatever is left, let it be there. Widen out from it. Feel the chair. Look for three sounds. Unclench whichever part of you has been doing the holding, which in my case is always the toes.',
      },
      {
        p: 'Put a hand flat where it was worst, and leave it there a moment, as you would with a dog that’s been frightened.',
      },
      { h2: 'Minute twenty: the next small thing' },
      {
        p: 'The timer goes. Before you stand up, decide on the next half hour only. It should include some food or a shower or another human being, and it should take place away from wherever this would be easiest to undo. Say it out loud.',
      },
      {
        p: 'Then write down the time. I don’t mean for a tally, and nobody needs to see it. I keep a page in the back of an address book with nothing on it except clock times, in pencil, some of them in very shaky writing. When one comes in and says that it’ll never stop, I’ve got a page that says eleven-forty at night, and five past four, and the middle of a Sunday.',
      },
    ],
  },
  {
    slug: 'still-awake',
    title: 'Still awake',
    excerpt:
      'A lying-down practice for the middle of the night. It isn’t meant to put you to sleep, though nobody will mind if it does.',
    contentType: 'meditation',
    picture: 'emblem:every-phase',
    tags: ['sleep', 'night', 'body', 'hard nights'],
    status: 'published',
    publishedDaysAgo: 146,
    viewCount: 445,
    seoTitle: 'Still awake: a lying-down meditation for the night',
    seoDescription:
      'A fifteen-minute practice for lying awake, from the feet up, with nothing to achieve. Calm company for the middle of the night.',
    seoKeywords:
      'sleepless night, body scan, night meditation, insomnia in recovery, lying down meditation',
    relatedProductSlugs: ['every-phase-hoodie', 'every-phase-tee'],
    body: [
      {
        p: 'You’re awake, then. So are a fair number of us. Turn the screen down as dim as it will go, read to the end once, and put it face down. You’ll remember enough.',
      },
      {
        p: 'Two things before we begin. This isn’t a method for falling asleep. If you use it to try to fall asleep you’ll lie there checking whether it worked, and I have done that until the birds started. It’s a way to rest while you’re awake. And if the night has turned into something heavier than sleeplessness, you can call or text 988 now and talk to a person. They’re up. It doesn’t have to be an emergency.',
      },
      {
        p: 'Now lie in whatever way you’re lying. It takes about fifteen minutes, but you can’t see a clock, so count in breaths. Long ones or short ones, it makes no difference.',
      },
      { h2: 'Five breaths for the bed' },
      {
        p: 'Feel how much of you is being held up. Go looking for the places where you and the mattress meet: heels, calves, hips, the shoulder blades, the back of the head. There’s generally one you’ve been holding slightly off the bed, as if to be ready. For me it’s the head. Give that one back.',
      },
      { h2: 'Ten breaths for the feet' },
      {
        p: 'Start with the left foot. You aren’t relaxing it. You’re visiting. What’s it like down there? Warm, cold, a bit of sheet caught between the toes. Stay for five breaths and don’t ask it for anything, then go over to the right foot and do the same.',
      },
      { p: 'If your feet are where it hurts, or if they’re not there, begin with the knees.' },
      { h2: 'Ten breaths for the legs' },
      {
        p: 'Five for the shins and calves, five for the thighs. They’ve carried you about all day, with that head on top. On each breath out, imagine them a little heavier. If imagining is too much work, skip it. They’re heavy already.',
      },
      { h2: 'Ten breaths for the middle' },
      {
        p: 'The belly, then the ribs, then the small of the back. Here is where my day is generally kept. If you find a knot, you don’t have to untie it. Notice which side it’s on. You could put your hand there. Let the hand rise and fall and count the breaths by that.',
      },
      {
        p: 'Thoughts will come in around now, since they’ve noticed that you’re lying still. They tend to be in the form of a list. Tell them *tomorrow, at nine*, and mean it. If one of them truly can’t wait, sit up, write it down in three words, and lie back down. I keep a pencil on the floor. In the morning the three words are often things like *call Denise* or *the grout*, and once they were *no not that*, which I’ve never been able to explain.',
      },
      { h2: 'Ten breaths for the hands and arms' },
      {
        p: 'Left, then right. Go finger by finger, if you like. Hands are good company at night, being so full of feeling. See whether you can feel your pulse in a fingertip without touching anything.',
      },
      { h2: 'Ten breaths for the face' },
      {
        p: 'Jaw first. Let the tongue drop from the roof of the mouth. Next the hinge of the jaw, up by the ears, and the small muscles around the eyes that have been frowning in the dark at nobody. Last the forehead.',
      },
      { h2: 'As many as you like for the whole of it' },
      {
        p: 'Now all of it at once, from the heels to the hair, one long shape breathing in the dark. You needn’t hold the whole shape in mind. When you lose a part, you lose it. Find the breath in the belly and let the rest come back as it wants to.',
      },
      {
        p: 'Outside, the moon is up there somewhere, whether or not it’s one of the nights you can see it. People on night shift are on their break. There’s a baker up, and a nurse, and somebody at an airport with a mop. I find it helps to think of them, one at a time. You could wish each of them a good night. It’s surprising how seldom anybody does.',
      },
      {
        p: 'If you get to the end and you’re still awake, go back to the left foot. If you’ve been around three times and you feel worse, get up. Put on a small lamp and sit in a chair with something dull. A seed catalog is good. An instruction manual is better. Bed isn’t going anywhere.',
      },
      {
        p: 'And if you read this during the day, because you were curious, leave a pencil on the floor tonight.',
      },
    ],
  },
  {
    slug: 'in-the-parked-car',
    title: 'In the parked car',
    excerpt: 'Three minutes before you go in, whatever it is you’re about to go into.',
    contentType: 'meditation',
    picture: 'emblem:unfurl',
    tags: ['breath', 'nerves', 'arriving'],
    status: 'scheduled',
    scheduledInDays: 6,
    viewCount: 0,
    seoTitle: 'In the parked car: three minutes before you go in',
    seoDescription:
      'A three-minute practice for the parking lot: before a first meeting, a family dinner, a hearing, or a party you said yes to.',
    seoKeywords:
      'three minute meditation, before a meeting, social nerves, family gathering, grounding',
    relatedProductSlugs: ['unfurl-hoodie', 'one-day-long-sleeve'],
    body: [
      {
        p: 'A good deal of courage gets used up in parked cars. I’ve sat outside a clinic, two weddings, a job interview, my father’s house more times than I’d care to say, and a room where all I had to do was walk in and take a chair, and I have watched the dashboard clock turn over in every one of those places. I’m early for things by nature. It leaves time to consider driving off.',
      },
      {
        p: 'Here is what I do instead, or at any rate before. It takes three minutes. You can do it on a bus bench, or in the stall of a public restroom, if that’s the quietest place in the building. It often is.',
      },
      { h2: 'The first minute: arrive' },
      {
        p: 'Turn off the engine. Take your hands from the wheel and put them in your lap, palms down. You’d be surprised how long a person can go on driving after they have parked.',
      },
      {
        p: 'Look out through the windshield and find three things that are no part of what you’re going in to do. A shopping cart. A gull. A man trying to fold a stroller. Spend one breath on each. They’ll all still be here when you come out, apart from the gull.',
      },
      { h2: 'The second minute: say what’s true' },
      {
        p: 'Say it aloud if you’re alone, and under your breath if you aren’t. Start with *I’m*, and keep it short. *I’m early. I’m scared of my aunt. I’m wearing the wrong shirt. I’m hungry and I should have eaten.* Say four or five of them. They don’t need to be deep, and the last one is frequently the most useful. I keep crackers in the glove compartment on account of how often it’s been the last one.',
      },
      { p: 'Don’t answer any of them. You’re reading the labels off a shelf.' },
      {
        p: 'Then breathe out slowly, longer than usual, until there’s nothing more to let go of, and wait for the next breath to come on its own. Do that three times.',
      },
      { h2: 'The third minute: make it smaller' },
      {
        p: 'You’re going in to something with a name, *the dinner*, *the meeting*, *the hearing*, and it looks enormous because you are looking at all of it. Take off pieces until what’s left is a size you could carry. What’s the very first thing your body will have to do? Probably it’s to open a car door. After that you’ll cross some asphalt. After that there’s another door, with a handle, and you’ve worked handles before.',
      },
      {
        p: 'Choose just one thing to do once you’re inside. Here are some that have worked for me or for people I know.',
      },
      {
        list: [
          'Find out where the coffee is.',
          'Say hello to whoever is standing by themselves.',
          'Sit near the door. It’s a perfectly good seat.',
          'Ask somebody how they got here. They nearly always have opinions about the parking.',
          'Stay for ten minutes, then decide again.',
        ],
      },
      {
        p: 'Settle beforehand how you will leave, if you need to leave. Face the car outward. Keep your coat with you. Think of a sentence and have it ready: *I have an early start.* Everyone has an early start. A door you know you can use is a good deal easier to walk in by.',
      },
      { h2: 'Then go in, or don’t' },
      {
        p: 'Put your hand on the car door and take one more breath. Feel your feet on the floor mat. Open it.',
      },
      {
        p: 'Sometimes you’ll do all three minutes and find that the honest answer is no. You’re too raw, or there’s going to be a lot of what you’re trying to keep away from and nobody there on your side. Then start the engine, and before you pull out, send someone a message to say where you were and where you’re going now. It’s allowed. I have driven home from one wedding, and the bride, when I told her the reason a year afterward, said that she had thought about doing it herself.',
      },
      {
        p: 'But most of the time, I’ve found, the worst of it happens in the car. I have gone in with my knees knocking to rooms that turned out to contain nine people and a sheet cake.',
      },
      {
        p: 'When you come out again, before you drive, look for the shopping cart. See if it’s where you left it. Take a minute there too, if you can. There’s nothing to do in that one. You can just sit, with your hands in your lap and the engine off, while the windows fog a bit, and let yourself have been somewhere.',
      },
    ],
  },
]
