export { default, metadata } from '@/app/(shop)/not-found'

/** Every path that leads nowhere, with the shop around it. */
export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}
