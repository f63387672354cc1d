import { type ComponentType, lazy, type ReactNode } from 'react'

import { showToast } from './toast'

/**
 * A dialog, or a form in the page, whose script is fetched when it is first opened. `preload` is for a hover or the
 * focus, which come before the click. Without a connection a toast explains why nothing opened. A form that takes the
 * place of its button waits for `isReady`, so that the button stays when the form can't be fetched.
 */
export function lazyDialog<Props>(load: () => Promise<(props: Props) => ReactNode>) {
  const failed = () => {
    showToast({
      title: 'Something went wrong',
      text: 'Check your connection and try again.',
      kind: 'error',
    })
    return { default: () => null }
  }
  return {
    Dialog: lazy<ComponentType<Props>>(() =>
      load().then((loaded) => ({ default: loaded }), failed),
    ),
    preload: (): void => {
      load().catch(() => undefined)
    },
    isReady: (): Promise<boolean> =>
      load().then(
        () => true,
        () => {
          failed()
          return false
        },
      ),
  }
}
