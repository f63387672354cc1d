import { describeScopes } from '@/modules/integrations/rules/scope-labels'

it('OAuth scopes are described in plain words without duplicates, and unknown ones keep their name', () => {
  expect(describeScopes(['listings_r', 'shops_r'])).toBe('read listings, read shop details')
  expect(describeScopes(['orders/read', 'orders'])).toBe('read orders, manage orders')
  expect(describeScopes(['instagram_business_manage_insights', 'read_insights'])).toBe(
    'read insights',
  )
  expect(describeScopes(['new_scope'])).toBe('new_scope')
  expect(describeScopes([])).toBe('')
})
