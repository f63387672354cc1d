/** Why a form was rejected; nothing while it was not, or while the errors stand at its fields. */
export function FormError({
  children,
  fields = {},
}: {
  children: string | null | undefined
  fields?: Record<string, string>
}) {
  return children && Object.keys(fields).length === 0 ? (
    <p className="df-form__refusal" role="alert">
      {children}
    </p>
  ) : null
}
