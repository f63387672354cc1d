'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { getSavedPosition, savePosition } from './audio-playback'

/** Pauses after so many minutes of playing; 0 never does. */
const useSleepTimer = (audio: RefObject<HTMLAudioElement | null>, isPlaying: boolean) => {
  const [minutes, setMinutes] = useState(0)
  useEffect(() => {
    if (!isPlaying || minutes === 0) return undefined
    const timer = setTimeout(() => {
      audio.current?.pause()
      setMinutes(0)
    }, minutes * 60_000)
    return () => clearTimeout(timer)
  }, [audio, isPlaying, minutes])
  return [minutes, setMinutes] as const
}

/** The element and its state. The position is remembered on this device only. */
const useAudioState = (id: number, seconds: number | null) => {
  const audio = useRef<HTMLAudioElement>(null)
  const hasStarted = useRef(false)
  const [isPlaying, setPlaying] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [length, setLength] = useState(seconds)
  const [position, setPosition] = useState(0)

  useEffect(() => {
    setPosition(getSavedPosition(id, seconds))
  }, [id, seconds])
  useEffect(() => {
    const save = (): void => {
      if (audio.current && hasStarted.current)
        savePosition(id, audio.current.ended ? 0 : audio.current.currentTime)
    }
    addEventListener('pagehide', save)
    return () => removeEventListener('pagehide', save)
  }, [id])

  return {
    audio,
    hasStarted,
    isPlaying,
    setPlaying,
    isWaiting,
    setWaiting,
    hasFailed,
    setFailed,
    length,
    setLength,
    position,
    setPosition,
  }
}

const mediaProps = (
  id: number,
  {
    audio,
    hasStarted,
    position,
    setPlaying,
    setWaiting,
    setFailed,
    setLength,
    setPosition,
  }: ReturnType<typeof useAudioState>,
  sleepMinutes: number,
) => {
  return {
    ref: audio,
    onPlay: () => setPlaying(true),
    onWaiting: () => setWaiting(true),
    onPlaying: () => setWaiting(false),
    onError: () => {
      if (!hasStarted.current) return
      setFailed(true)
      setPlaying(false)
      setWaiting(false)
    },
    // The end of a recording is reported as a pause first; with a sleep timer it goes on.
    onPause: () => {
      if (!audio.current || audio.current.ended) return
      setPlaying(false)
      savePosition(id, audio.current.currentTime)
    },
    onEnded: () => {
      savePosition(id, 0)
      if (audio.current && sleepMinutes > 0) {
        audio.current.currentTime = 0
        void audio.current.play()
        return
      }
      setPlaying(false)
      setPosition(0)
    },
    onTimeUpdate: () => {
      if (audio.current && hasStarted.current) setPosition(audio.current.currentTime)
    },
    onLoadedMetadata: () => {
      const element = audio.current
      if (!element) return
      if (Number.isFinite(element.duration)) setLength(element.duration)
      // A position that was chosen before the file was there.
      if (Math.abs(element.currentTime - position) > 1) element.currentTime = position
    },
  }
}

export function useAudio(id: number, seconds: number | null) {
  const state = useAudioState(id, seconds)
  const { audio, hasStarted, isPlaying, isWaiting, hasFailed, setFailed } = state
  const { length, position, setPosition } = state
  const [rate, setRate] = useState(1)
  const [sleepMinutes, setSleepMinutes] = useSleepTimer(audio, isPlaying)

  const seek = (to: number): void => {
    const next = Math.min(Math.max(0, to), length ?? to)
    setPosition(next)
    if (audio.current && hasStarted.current) audio.current.currentTime = next
    savePosition(id, next)
  }
  const toggle = (): void => {
    const element = audio.current
    if (!element) return
    if (isPlaying) return element.pause()
    // After an error, `play` alone doesn't fetch the recording again.
    if (hasFailed) element.load()
    if (!hasStarted.current || element.ended || hasFailed) {
      hasStarted.current = true
      element.currentTime = element.ended ? 0 : position
      element.playbackRate = rate
    }
    setFailed(false)
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true)
    })
  }
  return {
    media: mediaProps(id, state, sleepMinutes),
    isPlaying,
    isWaiting,
    hasFailed,
    length,
    position,
    rate,
    sleepMinutes,
    seek,
    toggle,
    setSleepMinutes,
    setRate: (next: number): void => {
      setRate(next)
      if (audio.current) audio.current.playbackRate = next
    },
  }
}
