import type { SeedPage } from './blocks'
import { privacyPages } from './privacy-pages'

export const seedPages: readonly SeedPage[] = [
  ...privacyPages,
  {
    slug: 'about',
    title: 'After a fire, ferns come back first',
    lead: 'Quietly, from the ground up, at their own pace. Dayfern began with that picture.',
    seoDescription:
      'Who makes Dayfern, what the prints stand for, and what we have decided not to do.',
    body: [
      {
        p: 'We make clothing for people who are coming back from something, and for those who walk beside them. Wear it to a meeting, on a trail, or to make coffee on a slow morning.',
      },
      {
        p: 'Walk through a burned forest the following spring and it’s mostly black and gray, and quieter than you expect. Then, down by your boots, there is something green and tightly wound. Ferns keep their roots well underground. They wait it out down there, and when there’s light they send up a curl, and it opens. Nobody is cheering it on.',
      },
      {
        p: 'That’s where the second half of our name comes from. The first half is *day*, because one is enough.',
      },
      { h2: 'What we make' },
      {
        p: 'Tees, long sleeves, tanks, hoodies and totes, with prints that look cut from a block. We draw each of them ourselves. None of them shout. Some have words, and most don’t, so that you can wear a fern or a wave and leave it at that. What you tell people about it is up to you.',
      },
      {
        p: 'Nothing sits in a warehouse. When you order, your shirt is printed for you, which takes {{printTime}} before it ships. Here’s [how that works](/blog/what-happens-before-it-ships).',
      },
      { h2: 'Four of the prints' },
      { h3: 'Fern' },
      {
        p: 'Often the first green thing to come back after a fire. Ours has three fronds at three stages, and the largest has a bit of sun in the middle of its curl. It hasn’t opened yet. It’s about to.',
      },
      { h3: 'Wave' },
      {
        p: 'It rises, it turns, it reaches the shore. We drew it for anyone who has sat on their hands for twenty minutes waiting for something to pass.',
      },
      { h3: 'Moon' },
      {
        p: 'Whole, even on the nights you can’t see all of it. Seven phases over a full moon, with two ferns to hold it up.',
      },
      { h3: 'Cairn' },
      {
        p: 'One stone, then the next. That is the whole method. If you come across a real one above the trees, please leave it as you found it.',
      },
      { h2: 'Who writes here' },
      {
        p: 'The articles aren’t signed. Some speak as a person in recovery and some as a person who walks beside one, and we don’t say who is which. The people in them aren’t portraits. Names are changed, details are moved, and some of those you’ll meet are put together out of several or made up outright, so that nobody’s private life ends up on a shop’s website.',
      },
      {
        p: 'People get well by different roads: meetings of many kinds, a clinic, a counselor, a church, a stubborn friend. We don’t recommend one over another. If you’ve found something that helps, we’re glad.',
      },
      {
        p: 'We aren’t doctors or therapists, and nothing here is treatment. If tonight is hard and you’re in the US, you can call or text 988 at any hour. SAMHSA’s helpline is 1-800-662-4357, free, day and night.',
      },
      { h2: 'What we’ve decided not to do' },
      {
        p: 'We don’t use stories of people’s worst days to sell shirts, and we won’t ask for yours. We don’t count anyone’s days for them. There are no countdowns in the shop, no pop-ups, and no cookies that follow you around. If you subscribe to our newsletter, it comes at most once a week, and you can unsubscribe anytime.',
      },
      {
        p: 'We’d like this to be a decent place to buy a sweatshirt, and a quiet place to sit for ten minutes. If you have found a typo, a loose thread or a better way to say something, [tell us](/contact). A person reads everything that comes in.',
      },
    ],
  },
  {
    slug: 'contact',
    title: 'Write to us',
    lead: 'A person reads and answers every message within two business days, Monday through Friday.',
    seoDescription:
      'A person reads and answers every message within two business days, Monday through Friday.',
    body: [
      {
        p: 'Use the form on this page or email hello@dayfern.example, whichever you like. Both go to the same inbox.',
      },
      {
        p: 'If it’s about an order, include the order number. It’s in the email we sent when you paid. If it’s about a size, a return, or something that came out wrong, an email with a photo taken in daylight saves us both a day.',
      },
      {
        p: 'If it’s about something you read here, we’d be glad to hear it. We don’t print letters, or quote from them, unless we’ve asked you and you’ve said yes.',
      },
      { h2: 'If you need someone tonight' },
      {
        p: 'We’re a small shop, and no one is at this inbox at night or on weekends. If you’re having a hard time and you’re in the US, please call or text **988**. It’s answered at any hour, for any kind of crisis, and you can use it if you’re worried about someone else. **SAMHSA’s helpline, 1-800-662-4357**, is free and open day and night for questions about treatment and support. Outside the US, your local emergency number is the place to start.',
      },
    ],
  },
  {
    slug: 'support',
    title: 'Support',
    lead: 'The questions we get most, with answers. If yours isn’t here, email hello@dayfern.example, and a person will reply within two business days, Monday through Friday.',
    seoDescription:
      'When an order arrives, what shipping costs, how returns work, and how to reach a person.',
    body: [
      {
        p: 'Have your order number handy if you can. It’s in the email we sent you when you paid. If you ordered without an account, you can [look up your order](/orders/find).',
      },
      {
        p: 'When something is wrong, tell us what happened in whatever words you like and add a photo if there’s anything to see. You don’t need to find the right form.',
      },
    ],
    questions: [
      {
        question: 'When will my order arrive?',
        answer:
          '{{printing}} {{delivery}} You’ll get an email with a tracking link the day it ships. If tracking hasn’t changed for a week, email us and we’ll find out why.',
      },
      {
        question: 'What does shipping cost, and where do you ship?',
        answer:
          '{{shippingCost}} We ship within the United States, including the territories and APO, FPO, and DPO addresses.',
      },
      {
        question: 'Can I change or cancel my order?',
        answer:
          '{{cancel}} Open the link in your order email, or [look up your order](/orders/find), and change or cancel it there. Printing can start within a day, so it’s best to do it as soon as you notice. If it’s too late, you can still return the order once it arrives.',
      },
      {
        question: 'How do returns work?',
        answer:
          '{{returns}} [Look up your order](/orders/find), start the return on its page, and we’ll email you where to send it. Once we have it, we’ll refund you the way you paid, or with store credit if you’d prefer.',
      },
      {
        question: 'What if something is wrong with my order?',
        answer:
          'We’d like to make it right. {{quality}} [Look up your order](/orders/find), report the problem on its page, and add a photo if you can. Let us know there whether you’d rather have a replacement or a refund.',
      },
      {
        question: 'Can anyone tell what’s in my package?',
        answer:
          'The label shows a sender, your name, and your address. It doesn’t list what’s inside. Packages to military addresses and some territories may need a customs form, which lists the type of clothing. If you’d like nothing about recovery on the outside, choose that under “Gift and packaging options” at checkout. You’ll see there what the label and the packing slip will show. The subject lines of our order emails are neutral, too.',
      },
      {
        question: 'How do I pay, and can you see my card?',
        answer:
          'Payments go through PayPal. You can use your PayPal account, a card, or any other method you see at checkout, where you can also enter a gift card or a discount code. We never see your card number. We only learn that the payment went through, how much it was, and its reference number.',
      },
      {
        question: 'What size should I get?',
        answer:
          'Measure around the fullest part of your chest and compare it with the [size guide](/size-guide). If you’re between sizes, go up for a loose fit. If you’re still not sure, tell us your height and how you like things to fit, and we’ll tell you what we’d pick.',
      },
      {
        question: 'Do I need an account?',
        answer:
          'No. You can check out as a guest and look up your order later with its number and your email. With an account, you can see all of your orders in one place. An email address is optional there. If you leave it out, hold on to the recovery codes we give you: they’re the only way back in if you forget your password.',
      },
    ],
  },
  {
    slug: 'terms',
    title: 'Terms of Service',
    lead: 'The agreement between you and us when you use this site or buy from it. We wrote it ourselves and tried to keep it readable.',
    seoDescription: 'The agreement between you and Dayfern when you use this site or buy from it.',
    body: [
      {
        p: 'In these terms, *we* and *us* mean Dayfern, the shop at this address. *You* means anyone reading, browsing, or buying. By using the site or placing an order you agree to what’s written here. If you don’t agree, please don’t order, and if you have a minute, tell us what bothered you.',
      },
      { h2: 'Who can buy' },
      {
        p: 'You need to be at least 18 to place an order, or have a parent or guardian do it for you. You need to be at least 13 to create an account. We sell to people, for their own use or as gifts, and we ship to addresses in the United States.',
      },
      { h2: 'Prices, tax, and shipping' },
      {
        p: 'Prices are in US dollars. {{shippingCost}} Sales tax is added at checkout where it applies. The total you see just before you pay is the total you pay.',
      },
      {
        p: 'We sometimes get a price wrong. If we notice that an item was listed at an obviously mistaken price, we’ll email you before it’s printed, and you can go ahead at the correct price or get your money back.',
      },
      { h2: 'Placing an order' },
      {
        p: 'Your order is an offer to buy. It becomes a contract when we send the email confirming that it has been paid. We may turn down an order, for example if we can’t get the garment, can’t ship to the address, or think the payment isn’t genuine. If you’ve already paid, we’ll refund all of it.',
      },
      { h2: 'Payment' },
      {
        p: 'Payments are taken by PayPal under their own terms. Your card number goes to them, and we never see or store it.',
      },
      { h2: 'Printing and delivery' },
      {
        p: '{{printing}} {{delivery}} Those are honest estimates, but they’re estimates, and it can take longer at busy times.',
      },
      {
        p: 'Please check the address before you pay. If a package comes back because the address was wrong or incomplete, we’ll send it again once you’ve paid for shipping. If a package is lost or damaged on the way to you, that’s on us. Email us and we’ll replace it or refund you.',
      },
      { h2: 'Changing your mind' },
      {
        p: '{{cancel}} You can do that on your order page, or by emailing hello@dayfern.example with your order number.',
      },
      {
        p: '{{returns}} Start the return on your order page or email us before you send anything, so we can tell you where to send it. Once the items reach us, we’ll refund their price and tax the way you paid, or with store credit if you’d prefer.',
      },
      { h2: 'If the mistake is ours' },
      {
        p: '{{quality}} A refund for a mistake of ours is in full, shipping included. If a defect only shows up later, email us anyway. Any rights your state’s law gives you about defective goods are in addition to this, and nothing here takes them away.',
      },
      {
        p: 'Colors on a screen differ a little from colors on cloth. Because each item is printed individually, the position of the print can vary slightly. We don’t count those as defects.',
      },
      { h2: 'Your account' },
      {
        p: 'You can have an account, but you don’t need one. Keep your password to yourself and choose one you don’t use anywhere else. If you think someone else has gotten into your account, email us right away. You can close it whenever you like. We may suspend an account that’s being used for fraud, harassment, or break-ins, and if we do, we’ll say why unless the law prevents it.',
      },
      { h2: 'Reviews and messages' },
      {
        p: 'If you post a review, make it your own and make it true. You keep the rights to what you write, and you allow us to show it on this site. We read reviews before they appear. We don’t turn one down for being unfavorable, but we leave out anything abusive, anything that names or exposes another person’s recovery, and anything that’s advertising. You can ask us to take yours down at any time.',
      },
      { h2: 'The prints and the words' },
      {
        p: 'The prints, images, and writing on this site belong to us or to people who have let us use them. You’re welcome to link to any page, to quote a few lines with a link, and to read a meditation aloud to a group. Please don’t copy the prints, sell them, or put them on things.',
      },
      { h2: 'What this site isn’t' },
      {
        p: 'We sell clothing and publish things to read. Nothing here is medical, psychological, or legal advice, and none of it replaces a doctor, a counselor, or a program. In an emergency in the US, call 911. For a mental health or substance use crisis you can call or text 988 at any hour. SAMHSA’s helpline is 1-800-662-4357.',
      },
      { h2: 'What we can’t promise' },
      {
        p: 'We do our best to keep the site working, correct, and safe, but we can’t promise that it always will be. As far as the law allows, we aren’t responsible for losses that we couldn’t reasonably have foreseen, and our responsibility for any order is limited to what you paid for it. That limit doesn’t apply to injury, fraud, or anything else for which the law doesn’t let a shop limit its responsibility.',
      },
      { h2: 'If we disagree' },
      {
        p: 'Email us first. Nearly everything can be settled by two people and an email. If it can’t, United States law applies, and either of us may go to a court that has authority to hear it, including a small claims court near you. These terms don’t ask you to give up that right, and they don’t require arbitration.',
      },
      { h2: 'Changes' },
      {
        p: 'If we change these terms, we’ll post the new version on this page. An order is always covered by the terms in effect when you placed it.',
      },
      { h2: 'Reaching us' },
      {
        p: 'hello@dayfern.example. We reply within two business days, Monday through Friday. How we handle your information is set out in the [privacy policy](/privacy-policy).',
      },
    ],
  },
  {
    slug: 'size-guide',
    title: 'Size guide',
    lead: 'Bodies differ and so do shirts. A tape measure settles most of it in two minutes.',
    seoDescription: 'Chest and length from XS to XL, in inches, and how to measure.',
    body: [
      {
        p: 'For the chest, put the tape around yourself at the fullest part, under the arms and level across the back. Breathe normally and keep a finger under the tape. A friend makes this easier, and funnier. The numbers in the chart are for your body, not the shirt, so there’s no need to add extra room.',
      },
      {
        p: 'For the length, use a shirt you already like. Lay it flat and measure from the highest point of the shoulder, beside the collar, straight down to the hem.',
      },
      {
        p: 'If you’re between sizes, go up for a loose fit and down for a close one. If you’re choosing for someone else and you can’t ask them, go up.',
      },
      {
        p: 'Cotton stretches a little with wear and shrinks a little in the wash. Cold water and a clothesline keep it close to the numbers below. All measurements are in inches and can vary a little from one garment to the next.',
      },
      {
        p: 'If you’re not sure, email hello@dayfern.example with your height and a shirt you like, and we’ll tell you what we’d pick. If it still isn’t right when it arrives, you have {{returnWindow}} to return it.',
      },
    ],
  },
  {
    slug: 'tribe',
    title: 'There is room here',
    lead: 'A loose circle of people in recovery, and people who love someone who is. Nothing to prove, and nothing to sign up for except a quiet weekly newsletter.',
    seoDescription:
      'A loose circle of people in recovery and the people who love them: a quiet weekly newsletter, and clothes made with them in mind.',
    body: [
      { h2: 'Three things we keep coming back to' },
      { h3: 'Nature as a teacher' },
      { p: 'Seasons, tides, slow growth. We look outside for the pace of the inside.' },
      { h3: 'One day at a time' },
      { p: 'Today is the size of thing a person can carry. Tomorrow has its own hands.' },
      { h3: 'Saying it your own way' },
      { p: 'Wear the words or only the fern. What you tell people about it is up to you.' },
      { h2: 'How we try to treat each other' },
      { h3: 'Gently' },
      { p: 'Nobody here is a project.' },
      { h3: 'Privately' },
      { p: 'What you share is yours. We don’t ask for your story to sell you a shirt.' },
      { h3: 'Honestly' },
      { p: 'Some days are hard. We say so, and keep the kettle on.' },
      { h3: 'Slowly' },
      { p: 'Growth is not a race, and we don’t count anyone’s days for them.' },
    ],
  },
]
