/** What went wrong, read out at once; nothing while nothing did. */
export function FormError({ children }: { children: string }) {
  return (
    <p role="alert" className="rounded-block bg-bad-soft px-4 py-3 text-ink empty:hidden">
      {children}
    </p>
  )
}
