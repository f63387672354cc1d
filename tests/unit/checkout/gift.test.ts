import { describePackage } from '@/modules/checkout/rules/gift'

const factsOf = (isGift: boolean, note: string | null) =>
  Object.fromEntries(
    describePackage({ isGift, recipient: null, note, senderName: 'DF Apparel' }, 'June', 'CA').map(
      ({ name, text }) => [name, text],
    ),
  )

it('the checkout shows all that the printer puts on the slip and the gift note', () => {
  expect(factsOf(true, 'Proud of you.')).toEqual({
    'Shipping label': 'From DF Apparel. To June. The label doesn’t say what’s inside.',
    'Packing slip (inside)':
      'From DF Apparel, with the order number and the names of the items. We ask our printer to leave prices off.',
    'Gift note (inside)': 'A gift for you: “Proud of you.”',
  })
  expect(factsOf(false, null)).toMatchObject({
    'Packing slip (inside)':
      'From DF Apparel, with the order number, the names of the items, and their prices.',
  })
})
