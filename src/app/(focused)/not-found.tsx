export { default, metadata } from '@/app/(shop)/not-found'
