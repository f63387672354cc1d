'use client'
export { default } from '@/app/(shop)/error'
