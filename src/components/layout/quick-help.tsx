import { QuickExit } from './quick-exit'

/** Crisis lines and the quick exit: part of the footer, and of pages that have no footer. Once per page, because it listens for Escape. */
export function QuickHelp({ className }: { className: string }) {
  return (
    <div className={`text-small ${className}`}>
      <p>
        If today is hard:{' '}
        <a href="tel:988" className="underline" aria-label="Call 988">
          call
        </a>{' '}
        or{' '}
        <a href="sms:988" className="underline">
          text 988
        </a>
        , or call SAMHSA at{' '}
        <a href="tel:+18006624357" className="whitespace-nowrap underline">
          1-800-662-4357
        </a>
      </p>
      <p className="mt-4">
        <QuickExit listens className="py-3 underline" /> takes you to a weather site right away. So
        does pressing Escape twice. Neither erases your browser history.
      </p>
    </div>
  )
}
