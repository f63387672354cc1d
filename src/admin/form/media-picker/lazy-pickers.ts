'use client'
import dynamic from 'next/dynamic'

import { retriable } from '@/admin/retriable'

// Both are fetched when someone opens one.
export const MediaPicker = dynamic(
  retriable(() => import('./media-picker').then((loaded) => loaded.MediaPicker)),
  { ssr: false },
)
export const RecordingPicker = dynamic(
  retriable(() => import('./media-picker').then((loaded) => loaded.RecordingPicker)),
  { ssr: false },
)
