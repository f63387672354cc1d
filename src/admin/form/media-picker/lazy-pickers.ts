'use client'
import dynamic from 'next/dynamic'

// Both are fetched when someone opens one.
export const MediaPicker = dynamic(
  () => import('./media-picker').then((loaded) => loaded.MediaPicker),
  { ssr: false },
)
export const RecordingPicker = dynamic(
  () => import('./media-picker').then((loaded) => loaded.RecordingPicker),
  { ssr: false },
)
