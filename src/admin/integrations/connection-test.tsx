'use client'
import { useRouter } from 'next/navigation'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'

import { api, errorSentence } from '@/platform/http/api-client'

type ConnectionTestResult = { success: boolean; message: string } & Record<string, unknown>
type Test = {
  state: 'idle' | 'testing' | 'good' | 'bad'
  result: ConnectionTestResult | null
  run: (again: boolean) => Promise<void>
}

const Context = createContext<Test>({ state: 'idle', result: null, run: async () => {} })

/** The test of this screen's connection. Imports wait for `good` (admin specification 4). */
export function useConnectionTest(): Test {
  return useContext(Context)
}

/**
 * Tests the connection when the screen opens and on demand. The server caches a good test for 30 seconds.
 * @param path '/api/admin/etsy/test'; null when there is nothing to test yet
 * @param isUpToDate whether the page shows the account already, and no error; otherwise it is refreshed after the first
 * good test
 */
export function ConnectionTest({
  path,
  isUpToDate,
  children,
}: {
  path: string | null
  isUpToDate: boolean
  children: ReactNode
}) {
  const router = useRouter()
  const [test, setTest] = useState<Pick<Test, 'state' | 'result'>>({ state: 'idle', result: null })
  const latest = useRef(0)
  const shownIsGood = useRef(isUpToDate)

  const run = useCallback(
    async (again: boolean): Promise<void> => {
      if (!path) return
      const request = ++latest.current
      setTest(({ result }) => ({ state: 'testing', result }))
      const result = await api<ConnectionTestResult>(
        'GET',
        `${path}${again ? '?again=true' : ''}`,
      ).catch((error: unknown): ConnectionTestResult => ({
        success: false,
        message: errorSentence(error),
      }))
      if (request !== latest.current) return
      setTest({ state: result.success ? 'good' : 'bad', result })
      if (again || (result.success && !shownIsGood.current)) router.refresh()
      shownIsGood.current ||= result.success
    },
    [path, router],
  )

  useEffect(() => {
    void run(false)
    return () => {
      latest.current += 1
    }
  }, [run])

  return <Context.Provider value={{ ...test, run }}>{children}</Context.Provider>
}

/** `lastError` is what the panel shows already. A call may have failed since the test succeeded. */
export function ConnectionTestStatus({ lastError }: { lastError: string | null }) {
  const { state, result } = useConnectionTest()
  const isOutdated = result?.message === lastError || (state === 'good' && lastError !== null)
  const message = state === 'idle' || isOutdated ? '' : result?.message
  return (
    <p className="df-soft" role="status">
      {state === 'testing' ? 'Testing the connection…' : message}
    </p>
  )
}
