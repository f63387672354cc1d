export { default, metadata } from '@/app/(shop)/auth/page'
