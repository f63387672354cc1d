import { Icon } from '@/ui/icon'

/** '4.5 out of 5' in words and one star; five filled shapes would only say it less exactly. */
export function RatingStars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold">
      <Icon name="star" className="size-4.5 fill-sun stroke-sun" />
      {rating}
      <span className="sr-only"> out of 5</span>
    </span>
  )
}
