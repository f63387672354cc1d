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
  answer: ConnectionTestResult | null
  run: (again: boolean) => Promise<void>
}

const Context = createContext<Test>({ state: 'idle', answer: null, run: async () => {} })

/** The test of this screen's connection. Imports wait for `good` (admin specification 4). */
export function useConnectionTest(): Test {
  return useContext(Context)
}

/**
 * Tests the connection when the screen opens and on demand. The server caches a good test for 30 seconds.
 * @param path '/api/admin/etsy/test'; null when there is nothing to test yet
 * @param isKnown whether the page shows the account already; otherwise it is refreshed after the first good test
 */
export function ConnectionTest({
  path,
  isKnown,
  children,
}: {
  path: string | null
  isKnown: boolean
  children: ReactNode
}) {
  const router = useRouter()
  const [test, setTest] = useState<Pick<Test, 'state' | 'answer'>>({ state: 'idle', answer: null })
  const latest = useRef(0)
  const hasAccount = useRef(isKnown)

  const run = useCallback(
    async (again: boolean): Promise<void> => {
      if (!path) return
      const request = ++latest.current
      setTest(({ answer }) => ({ state: 'testing', answer }))
      const answer = await api<ConnectionTestResult>(
        'GET',
        `${path}${again ? '?again=true' : ''}`,
      ).catch((error: unknown): ConnectionTestResult => ({
        success: false,
        message: errorSentence(error),
      }))
      if (request !== latest.current) return
      setTest({ state: answer.success ? 'good' : 'bad', answer })
      if (again || (answer.success && !hasAccount.current)) router.refresh()
      hasAccount.current ||= answer.success
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

export function ConnectionTestStatus() {
  const { state, answer } = useConnectionTest()
  return (
    <p className="df-soft" role="status">
      {state === 'testing' ? 'Testing the connection…' : state === 'idle' ? '' : answer?.message}
    </p>
  )
}
