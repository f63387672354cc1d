export { default, metadata } from '@/app/(shop)/not-found'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}
