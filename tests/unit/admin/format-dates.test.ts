it('shows a calendar day as that day, and a moment as the day of a shop east of Greenwich', async () => {
  process.env.SHOP_TIME_ZONE = 'Pacific/Auckland'
  const { formatCalendarDay, formatDate } = await import('@/admin/shell/format-dates')
  expect(formatCalendarDay('2026-11-21')).toBe('Nov 21, 2026')
  expect(formatDate('2026-11-21T17:00:00Z')).toBe('Nov 22, 2026')
})
