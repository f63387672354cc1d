export { default, metadata } from '@/app/(focused)/auth/page'
