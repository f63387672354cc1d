import { formatIdentityProviders } from '@/platform/identity-providers'

import type { SeedContent } from './blocks'

/** Blog posts: the practical ones. */
export const blogPosts: readonly SeedContent[] = [
  {
    slug: 'what-happens-before-it-ships',
    title: 'What happens to your shirt before it ships',
    excerpt:
      'When you order a tee from us, the tee you’re buying hasn’t been printed yet. Here is what goes on in the days before it leaves.',
    contentType: 'blog_post',
    picture: 'emblem:first-light',
    tags: ['printing', 'shipping', 'how it’s made'],
    status: 'published',
    publishedDaysAgo: 198,
    viewCount: 517,
    seoTitle: 'What happens to your shirt before it ships',
    seoDescription:
      'How a Dayfern tee is printed to order, step by step: the blank, the spray, the inks, the press. Why it takes a few business days.',
    seoKeywords:
      'print on demand, printed to order, direct to garment, how shirts are printed, shipping time',
    relatedProductSlugs: ['one-day-tee', 'unfurl-tee', 'first-light-tee'],
    body: [
      {
        p: 'Somewhere there is a stack of plain cotton tees in your size and color. One of them is going to be yours, but at the moment it’s a blank, and nobody has decided which. We don’t keep a back room full of finished shirts. Each is printed after someone has ordered it. People ask us why it takes a few days, and it’s a fair question, so here is the whole trip.',
      },
      { h2: 'The first hour' },
      {
        p: 'You pay through PayPal. When PayPal tells us that it has gone through, we write the order down and send you an email with a number in it. Then the order goes to our printing partner with three things: the print file, the size and color, and a name and address to send it to. That’s all they get, since it’s all they need.',
      },
      {
        p: 'Now it waits in a line with other people’s orders. This is most of the time it takes, if we’re honest. The printing itself takes a few minutes. The line is longer after a weekend, and longest of all in December.',
      },
      { h2: 'The print' },
      {
        p: 'Most shirts like ours are made by a process called direct to garment. The nearest thing to it in your house is an inkjet printer. Imagine one as big as a chest freezer, whose paper is a T-shirt.',
      },
      {
        numbered: [
          'Somebody takes the blank from the shelf and checks it for holes, oil spots and crooked seams. Blanks come from a mill by the boxful, and some aren’t good enough.',
          'If the cloth is dark, the area to be printed gets a mist of clear liquid and a quick pressing. Ink sinks into bare cotton. The liquid keeps it near the surface, where you can see it.',
          'The shirt is pulled flat over a board about the size of a cafeteria tray, and smoothed by hand. Whether the print ends up straight depends on this step, and on the person doing it.',
          'The board slides under the print heads. On a dark shirt, a layer of white goes down first, in the shape of the design, and the colors go over it. On a pale shirt the colors go straight on to the cloth, which is why the same print feels a touch softer on Bone than on Charcoal.',
          'It comes out wet. It goes through a heat press or a tunnel dryer to set the ink. Until that’s done you could wipe it off with a thumb.',
          'A person looks at it. If it passes, it’s folded, bagged, labeled and put on the truck.',
        ],
      },
      {
        p: 'On the day it’s handed over to the carrier we send you a second email with a tracking link. After that it’s out of our hands and in theirs. The link will know more than we do.',
      },
      { h2: 'Why do it this way' },
      {
        p: 'The main reason is that we’re small, and we’d rather draw prints than guess how many people will want a medium in Lichen. A shop that prints ahead has to guess, and the wrong guesses end up on a clearance rack or in a dumpster. A shirt that hasn’t been made can’t be left over.',
      },
      {
        p: 'It also means we can keep a print that only a few people want. If the moth turns out to have a dozen admirers, it can stay for the dozen.',
      },
      { h2: 'What it costs you' },
      {
        p: 'Patience, chiefly. If you need something by Saturday, please don’t order it from us on Wednesday. Someone in your town has a nice scarf.',
      },
      {
        p: 'There are some smaller things. Since each is printed by itself, two of the same shirt may not match to the millimeter. Your wave might sit a quarter of an inch higher than your brother’s. We think of that as normal. If it’s plainly crooked, it isn’t normal, and we want it back.',
      },
      {
        p: 'We can’t always stop an order. Between the moment that you pay and the moment that the blank goes on the board, we can change a size or cancel the whole thing. Afterward there’s a shirt with your print on it and nobody else to wear it. So if you spot a mistake, write to us quickly at hello@dayfern.example and put the order number in the subject. Don’t wait to be sure that it’s worth bothering us.',
      },
      {
        p: 'And on dark colors there is sometimes a faint smell of vinegar when you open the bag, or a pale haze around the print about the shape of that tray. It’s what’s left of the clear liquid from step two. Neither one is a fault, and both go away in the first wash. We mention it since it’s alarming to take a new shirt out of its bag and be reminded of pickles.',
      },
      {
        p: 'When you get it, the print will be a little stiff. It softens after a wash or two. The rest is in [our notes on washing](/blog/cold-water-inside-out).',
      },
    ],
  },
  {
    slug: 'cold-water-inside-out',
    title: 'Cold water, inside out',
    excerpt:
      'How to wash a printed shirt so that it lasts, what to do about coffee, and when to send it back instead.',
    contentType: 'blog_post',
    picture: 'stillwater',
    tags: ['care', 'laundry', 'how it’s made'],
    status: 'published',
    publishedDaysAgo: 114,
    viewCount: 334,
    seoTitle: 'How to wash a printed shirt so that it lasts',
    seoDescription:
      'Cold water, inside out, hung to dry. Plain care notes for printed tees, hoodies and totes, with help for coffee stains and creases.',
    seoKeywords:
      'how to wash printed shirts, print care, DTG care, coffee stain on shirt, make a shirt last',
    relatedProductSlugs: ['unfurl-tee', 'every-phase-hoodie', 'after-the-fire-tote'],
    body: [
      { p: 'If you only want the short version, here it is.' },
      {
        list: [
          'Wash cold, inside out, with like colors.',
          'Hang it to dry.',
          'Iron around the print, never over it.',
        ],
      },
      {
        p: 'That fits on a label, and it’ll get you most of the way. What follows is for people who like to know why, and for anyone who’s reading this with a shirt in the sink.',
      },
      { h2: 'Before you wear it' },
      {
        p: 'Wash it once first. This takes out whatever’s left from the printing, including the smell if there is one, and it softens the ink. Do it by itself or with other dark things, in case the dye has some to spare.',
      },
      { h2: 'Why cold' },
      {
        p: 'Ink sits in and on the fibers of the cotton. Heat makes cotton swell and shrink, and the ink doesn’t move at quite the same rate. Do that enough times and you get tiny cracks, the way you do in paint on a window frame. Cold water is easier on the dye too. And it costs less to run, which we mention because nobody has ever complained about it.',
      },
      {
        p: 'If the shirt has been somewhere that needs hot water, on a run in August for example, go up to warm. One warm wash won’t hurt. It’s the habit that does it.',
      },
      { h2: 'Why inside out' },
      {
        p: 'A washing machine works by rubbing clothes against each other, and somewhere in that drum there’s a zipper. Turn the shirt inside out, and it’s the inside that gets rubbed.',
      },
      {
        p: 'Use less soap than the cap suggests. Skip bleach altogether. Skip fabric softener too, which leaves a film that dulls the print and, on towels, does the opposite of what you’d hoped.',
      },
      { h2: 'Drying' },
      {
        p: 'A line, a rack, the back of a chair, or the shower rod. If it’s outdoors, keep it inside out and in the shade, since strong sun fades ink in the same way that it fades curtains.',
      },
      {
        p: 'We know that not everybody has somewhere to hang things. If you live with a dryer in a hallway and six other people, use low heat and take it out while it’s still slightly damp. A dryer on high is the hardest thing that will ever happen to your shirt, and it happens every week.',
      },
      { h2: 'Ironing' },
      {
        p: 'Inside out, medium, and go around the print. If there’s a crease right through the middle of the design, put a thin cloth over it and press for a couple of seconds without sliding. Or hang it in the bathroom while somebody has a shower. We have not ironed anything in this house since a wedding, and the prints are holding up.',
      },
      { h2: 'Coffee, and other things that happen' },
      {
        p: 'Coffee is the likeliest one. Run cold water through the *back* of the stain as soon as you can get to a faucet, so that it’s pushed out the way it came. Then a drop of dish soap, worked in with a finger, ten minutes, rinse, and into the wash. Don’t put it near the dryer until you’re sure it’s out. Heat sets coffee the way it sets ink.',
      },
      {
        p: 'For candle wax, wait until it’s hard, crack off what you can, and put the rest between two paper bags under a warm iron, keeping away from the print. For grass stains, dish soap again, and resignation. Pine sap comes off with a little rubbing alcohol on a cotton ball, but test a spot inside the hem first, and don’t let it touch the ink.',
      },
      { h2: 'Hoodies and totes' },
      {
        p: 'Hoodies: the same rules, and empty the pocket. One lip balm can go through a hoodie, a load of whites and a friendship.',
      },
      {
        p: 'Totes: mostly they want a damp cloth and some soap. If it has to be washed, then cold and by hand, and hang it up by the handles with something heavy in the bottom. It’ll shrink a little whatever you do. Canvas does.',
      },
      { h2: 'When it isn’t your washing' },
      {
        p: 'A print that has been cured properly should come through its first wash looking much as it did when it went in. If color runs, or an edge lifts, or the ink comes away under a fingernail, that’s a fault in the printing and you’ve done nothing wrong. Take a photo in daylight, write to hello@dayfern.example with your order number, and we’ll replace it or refund it. You needn’t tell us how you washed it. We’d have asked you to wash it, after all.',
      },
      { h2: 'When it’s finally done' },
      {
        p: 'In the end a shirt goes soft and gray at the neck, and the print begins to look like something found on a wall in Pompeii. We like them that way and wear them to paint in. When it’s past even that, the back panel of a large tee makes four good rags. The front you could cut out and put in a frame, or in a quilt, or leave in the bottom of a drawer for no reason. We’ve all got one of those.',
      },
    ],
  },
  {
    slug: 'what-to-bring',
    title: 'What to bring',
    excerpt:
      'To a first meeting, or to a first coffee with someone you love who’s been away for a while. A short list, and a shorter one of what to leave at home.',
    contentType: 'blog_post',
    picture: 'grove',
    tags: ['first meeting', 'walking beside', 'family', 'practical'],
    status: 'published',
    publishedDaysAgo: 24,
    viewCount: 583,
    seoTitle: 'What to bring to a first meeting, or a first coffee',
    seoDescription:
      'Practical notes for a first recovery meeting of any kind, and for a first coffee with someone you love. What to bring and what to leave at home.',
    seoKeywords:
      'first recovery meeting, what to bring, supporting someone in recovery, family support, first meeting tips',
    relatedProductSlugs: ['true-enough-tote', 'homing-tee'],
    body: [
      {
        p: 'Layers. It’s the first thing, and nobody tells you. Rooms where people meet for free are heated by someone who isn’t in them, and you’ll either be next to a radiator painted shut in the seventies or under a vent. Bring a sweater you can take off.',
      },
      {
        p: 'We asked each other recently what we wished we’d had with us the first time, and the answers were nearly all of that kind. So this is a practical list. It’s in two parts, since half of us had been thinking of a meeting and the other half of a coffee.',
      },
      { h2: 'To a first meeting' },
      {
        p: 'It doesn’t matter for this list what sort it is. Twelve steps, a secular group, a Buddhist one, a group at a clinic, a circle for families, a square on a laptop: they each have their own ways, and people we know have been well looked after in all of them. If the first you try doesn’t suit you, that tells you something about that room on that evening. Try another one, at another hour of the day. People are different at noon.',
      },
      { p: 'Bring:' },
      {
        list: [
          '**The address, written down.** Church basements have four doors, and the right one is around the back by the dumpster. Look for whoever is standing outside being cold.',
          '**A bottle of water.** It’s something to hold. Coffee does that too, and there’ll be coffee.',
          '**A dollar or two, if you have it.** Some places pass a basket. You don’t have to put anything in, and the first time many of them would rather you didn’t.',
          '**Reading glasses.** There may be a sheet. You can also pass it along without reading, and no one will think about it again.',
          '**A way home that doesn’t depend on anybody there.** You may want to stay after, and you may want to be out the door in eleven seconds. It’s good to have either one available.',
          '**Your first name.** That’s enough. In a lot of rooms you won’t even be asked for that.',
        ],
      },
      {
        p: 'You don’t need to bring a story. “I’d just like to listen today” is a complete sentence, and everyone there has heard it or said it. Nor do you have to stay to the end, although we’d suggest you stay ten minutes longer than you want to. Sit where you can see the door, if that helps. If it’s online, the camera can be off.',
      },
      {
        p: 'Arriving five minutes early is easier than arriving on the dot. On the dot, all the heads turn.',
      },
      { h2: 'To a first coffee with someone you love' },
      {
        p: 'They have been away somewhere, or they’ve been home with the blinds down, and now they’ve said yes to a coffee. You’ve been thinking about what to say since Tuesday.',
      },
      { p: 'Bring:' },
      {
        list: [
          '**Less time than you’d like.** Say beforehand that you’ve got an hour. People can manage an hour, and it’s pleasant to end on wanting more.',
          '**Something to look at.** Choose a window seat, or walk. It’s a great deal easier to talk next to a person than across from one. A dog is ideal. You can borrow a dog.',
          '**News.** Yours. Your leaking gutter, who’s not speaking to whom, the new sign at the hardware store with the word spelled wrong. They’ve had weeks of being the subject. Let something else be the subject.',
          '**One true sentence**, if you’ve got one. “I’ve missed you” is good. “I’m glad you’re here” is good. Say it once, early, and don’t wait to see what it does.',
          '**Cash for the coffee**, so you aren’t both looking at a card machine during the one true sentence.',
        ],
      },
      {
        p: 'If they want to tell you about it, they’ll tell you. What helps then is mostly to stay where you are. You might ask, “Do you want me to say anything, or just hear it?” They’ll know.',
      },
      {
        p: 'If they’d rather talk about the gutter for the whole hour, then that was the visit, and it counts.',
      },
      { h2: 'To leave at home' },
      {
        p: 'The speech. The article you printed out. A calculation of how long it has been. Any question beginning with *why*. Wine, naturally, and also the remark about there being no wine. And the face. You’ll know the one, we’ve all made it, with the head on one side.',
      },
      { h2: 'One more thing to carry, either way' },
      {
        p: 'Put two numbers in your phone before you go. In the US you can call or text **988** at any hour, for yourself or because you’re worried about somebody else. **SAMHSA’s helpline, 1-800-662-4357**, is free and open day and night, and can tell you what kinds of help there are near you, including for families. Chances are you won’t need either of them this week. It’s like the sweater.',
      },
    ],
  },
  {
    slug: 'a-gift-guide-with-very-little-in-it',
    title: 'A gift guide with very little in it',
    excerpt:
      'Eight ideas for someone in recovery, or for whoever has been standing next to them. Five of them can’t be bought, and one is soup.',
    contentType: 'blog_post',
    picture: 'emblem:travel-light',
    tags: ['gifts', 'practical', 'walking beside'],
    status: 'published',
    publishedDaysAgo: 50,
    viewCount: 402,
    seoTitle: 'Gifts for someone in recovery: a short, plain guide',
    seoDescription:
      'Gift ideas for people in recovery and those beside them, from a shop that will talk you out of some. Time, soup, stamps, and a shirt if you like.',
    seoKeywords:
      'gifts for someone in recovery, gifts for a hard year, recovery gift guide, thoughtful gifts, supportive gifts',
    relatedProductSlugs: [
      'unfurl-tee',
      'true-enough-tote',
      'first-light-long-sleeve',
      'travel-light-tee',
    ],
    body: [
      {
        p: 'Our first thought, as a shop, was that a gift guide should consist of things we sell. Then we went around the table and each said what we’d been given in a hard year that we still think about. It came to a casserole, a library card, forty stamps, a ride, and a tee with a bird on it. So the guide got shorter, and our part of it got a good deal smaller.',
      },
      {
        p: 'Before the list, a question to ask yourself: will this be opened in front of other people? If so, keep it something that a person could unwrap at their mother-in-law’s without having to explain. The gift is for them. Who gets told what is for them as well.',
      },
      { h2: 'Things that can’t be bought' },
      {
        p: '**A standing appointment.** Thursdays at six, you’ll walk. Say it once and then turn up, every Thursday, rain included, without checking whether it’s still wanted. They can always tell you to stop. What’s tiring is being asked each week if you need company.',
      },
      {
        p: '**A ride.** To an appointment, or a class, or the DMV. Be on time, bring the playlist, and leave it to them whether anything gets said.',
      },
      {
        p: '**Two hours with their kids, or their dog, or their father.** Whoever it is that they look after. Offer a date. “Let me know if you need anything” is a form to fill in.',
      },
      {
        p: '**A letter.** On paper, with one thing you remember about them that has nothing to do with any of it. How they taught you to back up a trailer. The time with the goose. People who are getting well are told a great many things about that one subject, and it’s restful to be reminded that they were also good with a goose.',
      },
      {
        p: '**Your own evening, changed a little.** You’ve always met at a bar? Find a place that does decent pie, and suggest it as though it had only then occurred to you.',
      },
      { h2: 'Things that can' },
      { p: '**Soup.** In a container that you don’t want back.' },
      {
        p: '**Stamps, or a bus pass, or a laundromat card with something on it.** These have no charm at all, and we’ve never known one to go unused. If money is tight for someone, the small costs of getting from place to place are what wear them down. Put it in an envelope with a drawing of a bus.',
      },
      {
        p: '**Something to wear, if they’re a person who’d like that.** Here’s where we come in, and here’s how we would choose.',
      },
      {
        p: 'If you don’t know how they feel about wearing it on their chest, and unless they’ve told you, then you don’t, take a picture and leave out the words. A fern is a fern. On the [Unfurl tee](/products?search=unfurl) or the True Enough tote there’s nothing that tells a stranger anything. Those who know will know, and it’s up to the wearer who that is. The prints with words, One Day and Serenity, are best for someone who has said the words in your hearing.',
      },
      {
        p: 'Take a size up if you’re unsure. Roomy is what a sweatshirt is for. Pick a color they already own. A gift is no time to find out how they feel about marigold.',
      },
      {
        p: 'It’s printed after you order it, which takes a few days, and then it’s in the mail. If it doesn’t fit, it can [be returned](/support). And if you’re buying in a hurry for tomorrow, see *soup*.',
      },
      { h2: 'What we’d leave out' },
      {
        p: 'We wouldn’t give anything with a number of days on it, unless they asked for it by name. Lots of people keep count and love the coin or the cake. Others don’t count, or have begun again and haven’t mentioned it, and a wrong number in icing is a long evening.',
      },
      {
        p: 'We’d be careful with books about it. They have the books. If it’s a book, make it a murder mystery.',
      },
      {
        p: 'Skip the fancy alcohol-free bottle made up to look like the other kind, unless you know. Some people are glad of it at a wedding. For some it’s a bad ten minutes with a cork.',
      },
      { p: 'And don’t give a subscription to anything that sends them reminders.' },
      { h2: 'For the one standing beside them' },
      {
        p: 'This person gets forgotten. They’ve been doing the driving, and they’ve told everyone that they’re fine. Any of the above will do, but especially the soup, and especially the two hours. If you want to write something on the card, “I noticed” covers most of it.',
      },
    ],
  },
  {
    slug: 'how-we-draw-a-print',
    title: 'How we draw a print',
    excerpt:
      'None of our prints has ever touched a block of wood. What we do instead, what we throw away, and why nothing we make has a flame in it.',
    contentType: 'blog_post',
    picture: 'emblem:after-the-fire',
    tags: ['design', 'drawing', 'how it’s made'],
    status: 'published',
    publishedDaysAgo: 86,
    viewCount: 298,
    seoTitle: 'How we draw a print: two inks and no flames',
    seoDescription:
      'From one sentence to a two-ink design: how Dayfern prints are drawn by code to look cut from a block, what we throw away, and what we won’t draw.',
    seoKeywords:
      'relief print style, linocut t-shirt design, how prints are designed, two color print, generative drawing',
    relatedProductSlugs: ['unfurl-tee', 'stone-by-stone-tee', 'one-day-tee', 'homing-tee'],
    body: [
      {
        p: 'A confession, to start with. Our prints look as if somebody cut them from a block of linoleum with a sharp gouge and a steady cup of tea. There isn’t any linoleum. They’re drawn by writing small programs, page after page of numbers that say where a knife would have gone in, how deep, and where it would have come out. We like relief prints, we grew up with them on the covers of hymnals and seed packets, and we wanted that plainness. But we wanted to be able to change our minds on a Sunday night without starting over on a new block.',
      },
      {
        p: 'We put this first because the word *handmade* gets used loosely, and we’d rather not. We decide what goes where. A program makes the cut. Then a printer puts it on a shirt.',
      },
      { h2: 'It starts as a sentence' },
      {
        p: 'Before any drawing, one of us writes down what the print is for, and it has to fit on an index card. The card for the wave says *It rises, it turns, it reaches the shore.* The cairn’s is *One stone, then the next.* The moth’s is longer and has been crossed out a lot.',
      },
      {
        p: 'If we can’t get the card to sound like something a person would say across a table, we don’t draw it. There’s a shoebox of those. It contains an anchor, two lighthouses, and a phoenix that we’re not going to discuss.',
      },
      { h2: 'Two inks' },
      {
        p: 'Nearly everything is two colors, and the color of the cloth does the rest. The lotus has three, and had to argue for it. Two inks are cheaper to get right, but the real reason is that they make you choose. In the fern all the green, stem and scale and leaflet, is one ink, and the only other thing is a dot of gold in the heart of the largest curl. If you have just one spot of gold, you get quite careful about where you put it.',
      },
      { h2: 'Cutting' },
      {
        p: 'On a real block you draw by taking away. You carve out whatever is meant to be light, and what’s left standing gets the ink. We work in the same order, since you can tell if you don’t.',
      },
      {
        p: 'So a mountain begins as a black lump. We cut light into one side of it, with strokes that go in narrow, swell, and come out narrow, as a gouge does when your wrist turns. Each has a slight wobble. The first version of the wobble was the same everywhere and looked like a nervous condition. Now it varies with the length of the stroke, and long ones are steadier, as they would be in the hand.',
      },
      {
        p: 'Where one dark shape passes in front of another, we cut a thin channel between the two so they don’t run together. Once you’ve noticed that channel you’ll see it everywhere: around the trees at the foot of the mountains, between the stones of the cairn, where the swallow’s wing crosses its own body. It’s the oldest trick there is in this kind of picture. It does more than all the detail.',
      },
      { h2: 'Letters' },
      {
        p: 'There are words on only two of the designs. They’re set in a typeface named Alegreya, which has something of the knife in it already, and then each letter gets nudged, turned by less than one degree or dropped by a hair. Without that, they looked typed. With twice as much they looked like a ransom note.',
      },
      { h2: 'On cloth' },
      {
        p: 'A drawing that’s handsome on a screen can disappear on a shirt. We put every color of ink against every color of cloth and measure the contrast, and if it’s under three to one, that pairing is out, however much one of us loves it. There was a dusk violet on charcoal that some of us still bring up.',
      },
      {
        p: 'Then we step back. The last test is to look at it from across the street, or as near to that as you can get with a small picture held at arm’s length. The swallow has to be a swallow. If somebody asks whether it’s an airplane, it goes back.',
      },
      { h2: 'What we don’t draw' },
      {
        p: 'We don’t draw bottles, needles, chains, or anything breaking out of chains. We don’t draw fists. There aren’t any flames, even in the print called After the Fire, which is fireweed and some grass. Anyone who has been through a fire knows what it looked like. They don’t need it on a tote bag while they are buying onions.',
      },
      {
        p: 'What we draw is the thing that grows there afterward. It’s a narrower subject than you would think. So far it has come to fourteen prints, and there’s a fifteenth on an index card stuck to the refrigerator. The card has two words on it and one of them is *heron*.',
      },
    ],
  },
  {
    slug: 'what-we-keep',
    title: 'What we keep, and what we don’t know about you',
    excerpt:
      'Privacy in plain words: what’s in our records, who else sees it, and the many things about you that are none of our business.',
    contentType: 'blog_post',
    picture: 'emblem:high-ridge',
    tags: ['privacy', 'practical', 'how we work'],
    status: 'published',
    publishedDaysAgo: 158,
    viewCount: 276,
    seoTitle: 'What we keep and what we don’t know about you',
    seoDescription:
      'Dayfern’s privacy in plain words: what we keep when you order, who sees it, what stays on your device, and how to have it deleted.',
    seoKeywords:
      'privacy, no tracking cookies, data we keep, delete my data, private recovery shop',
    relatedProductSlugs: ['true-enough-tote'],
    body: [
      {
        p: 'If you buy a T-shirt from us, somebody looking at our order book could make a guess about your life. They might be wrong. Plenty of people who buy from us are aunts. But the guess is there to be made, and so we’ve tried to keep the book thin and to keep it shut. Here is what’s in it.',
      },
      {
        p: 'The document that actually binds us is the [privacy policy](/privacy-policy). This is the version you could read out to someone over dinner.',
      },
      { h2: 'If you only look around' },
      {
        p: 'We don’t know who you are. There are no tracking cookies on this site, no advertising pixels, and no analytics company watching over your shoulder. Until you reach the checkout, your browser talks to us and to nobody else.',
      },
      {
        p: 'When you open something to read, a counter on that piece goes up by one. We learn that it was read, and that’s how we know that more people want the one about waves than the one about laundry. We don’t learn who read it.',
      },
      {
        p: 'Like any website we do see the address that your connection comes from, and use it to turn away the machines that try thousands of passwords in a row.',
      },
      {
        p: 'Your cart lives in your own browser. So does the choice between the light and the dark theme. If you’re signed in and like to keep a day counter on your page, it’s off until you switch it on, and the number stays on your device. We couldn’t tell you what it says. If you clear your browser it’s gone, and we won’t be able to get it back for you, as we never had it.',
      },
      { h2: 'If you buy something' },
      {
        p: 'We keep your name, your address, an email so that we can write to you about it, a phone number if you chose to give one, and a list of what you bought and what it cost.',
      },
      {
        p: 'Two other companies see some of that. **PayPal** takes the money. Your card number goes to them and never to us, so what we get back is a transaction number and the word *paid*. **Printful**, who print and mail our things, get what is needed to print it and send it: name, address, the items. Neither is told anything else about you by us, because we don’t know anything else.',
      },
      {
        p: 'Your PayPal or card statement will show that you paid us. That’s what statements are for, and we can’t change it. What we do choose is the subject line of an order email, and those are written so that you could have your inbox open on a train.',
      },
      {
        p: 'We have to keep the records of a sale for seven years, for the tax people. They don’t make much of a diary. They say that on some Tuesday a person bought a long-sleeved shirt.',
      },
      { h2: 'If you make an account' },
      {
        p: `You pick a username, and it needn’t be your name. The password is stored scrambled, in such a way that we can check it and can’t read it. An email is optional, and if you leave it out, you get a set of recovery codes instead. Print them and put them somewhere dry. If you’d prefer to sign in with ${formatIdentityProviders()} you can, and you should know that then *they* know you have an account here. You can shop without any account at all.`,
      },
      { h2: 'If you get the newsletter' },
      {
        p: 'We keep your email address, and your name if you gave it. The newsletter goes out through an email service, so they’ve got it as well. Every issue has a link at the bottom for unsubscribing. It works at once, and it doesn’t ask you why.',
      },
      { h2: 'What we don’t know' },
      {
        p: 'We don’t know whether you are in recovery, or from what, or for how long. We don’t ask, and there’s no box for it anywhere. We don’t know if the shirt is for you. We have no idea what rooms you go to, or whether you go to any. We’ve never given a discount for a story, and if you’ve told us something in an email because you wanted to, it stays in that mailbox and doesn’t turn up in an ad.',
      },
      {
        p: 'If somebody writes to ask whether a certain person has ordered from us, we won’t say, and the answer’s the same if it is their mother asking.',
      },
      { h2: 'If you want to be forgotten' },
      {
        p: 'The [data deletion page](/data-deletion) has the steps. You write to us, we answer within two business days and check that it’s really you, and the whole thing is finished within thirty days after that. The sale records stay until their seven years are up, with as little left in them as the law allows. Everything else goes.',
      },
      {
        p: 'And if something here isn’t clear, then we’ve written it badly. Write to hello@dayfern.example and a person will answer, and afterward we’ll fix the paragraph.',
      },
    ],
  },
]
