/** Why a form was rejected, read out at once; nothing while it was not, or while the errors stand at its fields. */
export function FormError({
  children,
  fields = {},
}: {
  children: string | null | undefined
  fields?: Record<string, string>
}) {
  return children && Object.keys(fields).length === 0 ? (
    <p role="alert" className="form-error">
      {children}
    </p>
  ) : null
}
